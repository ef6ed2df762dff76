import { z } from 'zod';
import { type CrmRequest, type CrmResponse, CrmRefusal, StandInCrm } from './stand-in-crm';

const DOCUMENT = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-document';
const TITLE = 'Leads';
const ROOT = `/v4/spreadsheets/${DOCUMENT}`;
/** The whole sheet, a range of its columns, or some of its rows. */
const VALUES = new RegExp(`^(GET|PUT) ${ROOT}/values/(?:'${TITLE}'|${TITLE}|${TITLE}!(.+))$`);
const ROW = /^(\d+):\1$/;
const CELL = /^Leads!([A-Z])(\d+)$/;

const cell = z.union([z.string(), z.number(), z.boolean()]);
const rowsSchema = z.looseObject({ range: z.string(), values: z.array(z.array(cell)).length(1) });
const cellsSchema = z.strictObject({
	valueInputOption: z.literal('RAW'),
	data: z.array(z.strictObject({ range: z.string().regex(CELL), values: z.tuple([z.tuple([cell])]) })),
});
const growthSchema = z.strictObject({
	requests: z.tuple([
		z.strictObject({
			appendDimension: z.strictObject({
				sheetId: z.coerce.number(),
				dimension: z.literal('ROWS'),
				length: z.literal(1),
			}),
		}),
	]),
});
type Row = z.infer<typeof cell>[];

/**
 * One spreadsheet of Google with one sheet, as n8n's node uses it. A row is written at the number that the node says, so
 * that two writers can write the same one.
 */
export class GoogleSheets extends StandInCrm {
	static readonly host = 'sheets.googleapis.com';
	readonly documentId = DOCUMENT;
	readonly accessToken = 'ya29.stand-in';
	/** The headings first. */
	readonly rows: Row[] = [];
	/** Rows of the sheet, with empty ones. */
	private size = 3;
	private readers = 1;
	private readonly reading: Array<() => void> = [];

	/** From now on, a read of the rows waits until so many have come, as in executions that run at once. */
	answerReadsTogether(count: number): void {
		this.readers = count;
	}

	protected override async readyFor(route: string): Promise<void> {
		if (!route.startsWith(`GET ${ROOT}/values/`)) return;
		await new Promise<void>((resolve) => {
			this.reading.push(resolve);
			if (this.reading.length >= this.readers) for (const ready of this.reading.splice(0)) ready();
		});
	}

	override emails(): string[] {
		const column = this.rows[0]?.indexOf('Email') ?? -1;
		return this.rows
			.slice(1)
			.map((row) => String(row[column]))
			.sort();
	}

	protected override answer({ route, query, authorization, body }: CrmRequest): CrmResponse {
		if (authorization !== `Bearer ${this.accessToken}`) throw refusal(401, 'Invalid Credentials', 'UNAUTHENTICATED');
		if (route === `GET ${ROOT}`) return ok({ sheets: [{ properties: this.properties() }] });
		if (route === `POST ${ROOT}:batchUpdate`) return ok(this.grow(body));
		if (route === `POST ${ROOT}/values:batchUpdate`) return ok(this.writeCells(body));
		const [, method, range] = VALUES.exec(route) ?? [];
		if (method === 'GET') return ok({ range: TITLE, majorDimension: 'ROWS', values: this.rows });
		const [, row] = ROW.exec(range ?? '') ?? [];
		if (method !== 'PUT' || row === undefined) throw refusal(404, 'Requested entity was not found.', 'NOT_FOUND');
		if (query.get('valueInputOption') !== 'RAW') throw refusal(400, 'The stand-in takes RAW values only');
		return ok(this.writeRow(Number(row), body));
	}

	protected override errorBody(status: number, words = 'Internal error encountered.'): object {
		return errorOf(status, words, status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL');
	}

	private properties(): object {
		const gridProperties = { rowCount: this.size, columnCount: 26 };
		return { sheetId: 0, title: TITLE, index: 0, sheetType: 'GRID', gridProperties };
	}

	private grow(body: unknown): object {
		growthSchema.parse(body);
		this.size += 1;
		return { spreadsheetId: DOCUMENT, replies: [{}] };
	}

	private writeRow(number: number, body: unknown): object {
		const [row = []] = rowsSchema.parse(body).values;
		if (number > this.size) throw refusal(400, `Range (${TITLE}!${number}:${number}) exceeds grid limits.`);
		this.throwIfRefused(row);
		while (this.rows.length < number) this.rows.push([]);
		this.rows[number - 1] = row;
		return { spreadsheetId: DOCUMENT, updatedRange: `${TITLE}!${number}:${number}`, updatedRows: 1 };
	}

	private writeCells(body: unknown): object {
		const { data } = cellsSchema.parse(body);
		for (const { range, values } of data) {
			const [, column = 'A', number = '0'] = CELL.exec(range) ?? [];
			const row = this.rows[Number(number) - 1];
			if (row === undefined) throw refusal(400, `Range (${range}) exceeds grid limits.`);
			this.throwIfRefused(row);
			[[row[column.charCodeAt(0) - 'A'.charCodeAt(0)]]] = values;
		}
		return { spreadsheetId: DOCUMENT, totalUpdatedCells: data.length };
	}

	private throwIfRefused(row: Row): void {
		const words = row.map((value) => this.refusalOf(String(value))).find((each) => each !== undefined);
		if (words !== undefined) throw refusal(400, words);
	}
}

function ok(body: object): CrmResponse {
	return { status: 200, body };
}

function refusal(code: number, message: string, status = 'INVALID_ARGUMENT'): CrmRefusal {
	return new CrmRefusal(code, errorOf(code, message, status));
}

function errorOf(code: number, message: string, status: string): object {
	return { error: { code, message, status } };
}
