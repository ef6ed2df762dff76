import { costOf } from '../../../test/support/time/longest-turn';
import { wideWorkbook, workbookOfStrings } from '../../knowledge/testing/hostile';
import { zipOf } from '../../knowledge/testing/zip';
import { type TestGateway, useTestGateway } from '../testing/test-gateway';

const gateway = useTestGateway();

async function uploaded({ url, token }: TestGateway, content: string | Uint8Array): Promise<string> {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
	const reply = await fetch(`${url}/v1/blobs`, { method: 'PUT', headers, body: Buffer.from(content) });
	return ((await reply.json()) as { blob: string }).blob;
}

async function previewOf(content: string | Uint8Array, columns?: object): Promise<unknown> {
	const payload = { blob: await uploaded(gateway, content), ...(columns && { columns }) };
	const { status, body } = await gateway.ask({ method: 'POST', url: '/v1/knowledge-tables', payload });
	expect(status).toBe(200);
	return body;
}

it('shows what the titles of a table mean, its first rows, and what was assumed', async () => {
	const rows = Array.from({ length: 7 }, (_, index) => `Größe ${index}?;"Ja;\n${'x'.repeat(400)}";n`).join('\r\n');
	const bytes = Buffer.from(`Question;Answer;Notes\r\n${rows}\r\n`, 'latin1');
	expect(await previewOf(bytes)).toEqual({
		titles: ['Question', 'Answer', 'Notes'],
		columns: { question: 1, answer: 2 },
		sample: [0, 1, 2, 3, 4].map((index) => [`Größe ${index}?`, `Ja;\n${'x'.repeat(296)}…`, 'n']),
		rows: 7,
		notes: [
			expect.stringMatching(/^The file is not UTF-8\. .*Windows-1252/) as string,
			'The file was read with semicolons between its columns.',
			'The file has columns that no field takes: Notes.',
		],
		problem: null,
	});
});

it('says why titles are not clear, and shows them, so that a person can say which is which', async () => {
	const text = 'Frage;Antwort\na;b\n';
	expect(await previewOf(text)).toMatchObject({
		titles: ['Frage', 'Antwort'],
		columns: {},
		sample: [['a', 'b']],
		rows: 1,
		problem: expect.stringMatching(/^The file has no title that names a field\..*\.$/) as string,
	});
	expect(await previewOf(text, { question: 'Frage', answer: 2 })).toMatchObject({
		columns: { question: 1, answer: 2 },
		problem: null,
	});
	expect(await previewOf(text, { question: 3 })).toMatchObject({
		titles: ['Frage', 'Antwort'],
		problem: 'The file has no column 3 for question. Its columns are: Frage, Antwort.',
	});
});

it('says where a table breaks off, and what is no table', async () => {
	expect(await previewOf('question,answer\na,b\n"c,d\n')).toMatchObject({
		rows: 1,
		notes: [expect.any(String), expect.stringMatching(/^Row 3: A quoted cell begins here and never ends\./)],
	});
	const none = { titles: [], columns: {}, sample: [], rows: null, notes: [], problem: null };
	expect(await previewOf('{"question":"a","answer":"b"}\n')).toEqual(none);
	expect(await previewOf(await zipOf({ 'a.md': '# A\n\nb' }))).toEqual(none);
	expect(await previewOf('')).toEqual({ ...none, problem: expect.stringMatching(/^The file is empty\./) as string });
});

it('refuses a file that is not kept, and a field that no table has', async () => {
	const request = { method: 'POST', url: '/v1/knowledge-tables' };
	const blob = `sha256:${'0'.repeat(64)}`;
	expect(await gateway.ask({ ...request, payload: { blob } })).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'blob', message: expect.stringContaining('is not stored at the gateway') as string }] },
	});
	expect(await gateway.ask({ ...request, payload: { blob, columns: { frage: 1 } } })).toMatchObject({ status: 400 });
});

it.each([
	['with a cell in its last column', wideWorkbook],
	// A million takes a slow machine longer than a preview may. The drill of foreign files has them.
	['with many texts', () => workbookOfStrings(200_000)],
])('is not blocked by a workbook %s', async (_, make) => {
	const payload = { blob: await uploaded(gateway, await make()) };
	const request = { method: 'POST', url: '/v1/knowledge-tables', payload };
	let body: unknown;
	const { turnMs } = await costOf(async () => {
		({ body } = await gateway.ask(request));
	});
	expect(body).toMatchObject({ problem: null });
	// A gateway that reads it itself computes for many seconds, and responds to nobody. See foreign-files.test.ts.
	expect(turnMs).toBeLessThan(1_000);
});
