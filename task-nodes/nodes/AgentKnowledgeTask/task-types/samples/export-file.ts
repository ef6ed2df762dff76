import type { IDataObject } from 'n8n-workflow';
import { SAMPLE_WORKBOOK } from './sample-workbook';

/** Leads that no agent captured. Their ids are larger than those of real leads. */
const LEADS = [
	sampleLead(999_999_998, 'Sample Lead', 'sample.lead@example.com'),
	sampleLead(999_999_999, 'Second Sample', 'second.sample@example.com'),
];
export const LEADS_IN_FILE = LEADS.length;

function sampleLead(id: number, name: string, email: string) {
	return {
		id,
		agentId: 'agent_sample',
		conversationId: 'conversation_sample',
		name,
		email,
		phone: null,
		city: 'Sampletown',
		country: 'Exampleland',
		countryCode: 'XX',
		fields: { company: 'Example Inc.' },
		capturedAt: '2026-01-01T12:00:00.000Z',
	};
}

export interface SampleFile {
	name: string;
	contentType: string;
	content: Buffer;
}

/** The file of an export, in the chosen format, as the worker writes it. */
export function sampleFile({ format, spreadsheet }: IDataObject): SampleFile {
	if (format === 'ndjson') {
		const lines = LEADS.map((lead) => `${JSON.stringify(lead)}\n`);
		return { name: 'leads-sample.ndjson', contentType: 'application/x-ndjson', content: Buffer.from(lines.join('')) };
	}
	if (format === 'xlsx') {
		const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
		return { name: 'leads-sample.xlsx', contentType, content: Buffer.from(SAMPLE_WORKBOOK, 'base64') };
	}
	const contentType = 'text/csv; charset=utf-8; header=present';
	return { name: 'leads-sample.csv', contentType, content: Buffer.from(csvOf(spreadsheet)) };
}

type Value = string | number | null;

/** No text needs a quotation mark of its own. With a semicolon, Excel's numbers have a comma, so they are texts too. */
function csvOf(spreadsheet: unknown): string {
	const isForExcel = spreadsheet === 'comma' || spreadsheet === 'semicolon';
	const quoted = (value: Value) => (typeof value === 'number' && spreadsheet === 'comma' ? value : `"${value ?? ''}"`);
	const cell = (value: Value) => (isForExcel ? quoted(value) : (value ?? ''));
	const rows = LEADS.map(({ fields: { company }, ...own }) => ({ ...own, 'fields.company': company }));
	const table: Value[][] = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
	const separator = spreadsheet === 'semicolon' ? ';' : ',';
	const lines = table.map((values) => `${values.map(cell).join(separator)}\r\n`);
	return `${isForExcel ? '\uFEFF' : ''}${lines.join('')}`;
}
