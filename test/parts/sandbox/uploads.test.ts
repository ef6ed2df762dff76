import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorSchema, LIMITS, searchResultSchema, sourceChangedSchema, sourceWithContentSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const uploads = '/agents/agent_support/sources/files';
const sources = '/agents/agent_support/sources';
const MEGABYTE = 1024 * 1024;

let dataDir: string;
let sandbox: TestSandbox;
beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-uploads-'));
	sandbox = await TestSandbox.start({ dataDir });
});
afterAll(async () => {
	await sandbox.running.close();
	await rm(dataDir, { recursive: true, force: true });
});

const upload = (content: string | Uint8Array<ArrayBuffer>, name: string, field = 'file') => {
	const form = new FormData();
	form.append(field, new Blob([content]), name);
	return sandbox.upload(uploads, form);
};
const read = async (id: number) => sourceWithContentSchema.parse((await sandbox.call('GET', `${sources}/${id}`)).body);
const settled = (id: number) =>
	eventually(
		() => read(id),
		({ status }) => status !== 'processing',
		'a source is indexed by a job of its own',
	);
const accepted = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
	const answer = await upload(content, name);
	expect(answer).toMatchObject({ status: 201, body: { type: 'file', name, status: 'processing' } });
	return settled(sourceChangedSchema.parse(answer.body).id);
};
const search = async (query: string) => {
	const path = `/agents/agent_support/knowledge/search?query=${encodeURIComponent(query)}`;
	return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
};
const kept = () => readdir(join(dataDir, 'files'));
const total = async () => (await sandbox.call('GET', `${sources}?type=file`)).body;

/** What a caller sends who stops in the middle, or never stops. */
function sendSlowly(contentLength: number, beginning: string) {
	const url = new URL(`${sandbox.running.apiUrl}/api/v1${uploads}`);
	const sent = request(url, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sandbox.running.seedKey}`,
			'content-type': 'multipart/form-data; boundary=b',
			...(contentLength > 0 ? { 'content-length': contentLength } : {}),
		},
	});
	sent.on('error', () => undefined);
	sent.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${beginning}`);
	return sent;
}

describe('uploading a file (specification, parts 3, 4 and 8)', () => {
	it('indexes what stands in it, and forgets it all when it is deleted', async () => {
		const source = await accepted('Item;Price\nKayak;300\nOctopus;12\n', 'prices.csv');

		expect(source).toMatchObject({ status: 'indexed', content: null, sizeBytes: 32, errorMessage: null });
		expect(source.wordCount).toBeGreaterThan(3);
		expect(await search('octopus')).toMatchObject([{ title: 'prices.csv', url: null }]);
		expect((await search('octopus'))[0]?.content).toContain('Price: 12');
		await eventually(kept, (files) => files.length === 0, 'the job that reads a file removes it a moment later');

		await sandbox.call('DELETE', `${sources}/${source.id}`);
		expect(await search('octopus')).toEqual([]);
	});

	it.each([
		['text in another charset', Buffer.from('Caf\xe9 au lait im Mai, gr\xfc\xdfe', 'latin1'), 'cafe.txt', 'grüße'],
		[
			'Shift_JIS',
			Buffer.from(
				'93fa967b8cea82cc95b68fcd82c582b781420a9396935882cc896390e08e9e8ad482cd8cdf914f8be38e9e82c582b7814220',
				'hex',
			),
			'nihon.txt',
			'日本語の文章です',
		],
		['UTF-16', Buffer.from('\ufeffNarwhal', 'utf16le'), 'wide.txt', 'narwhal'],
		['Markdown', '# Opening\n\n**Tapir** [hours](https://example.com)', 'a.md', 'tapir'],
		['HTML', '<title>x</title><script>var hidden</script><p>Quokka &amp; friends', 'a.html', 'quokka'],
		['JSON', '{"shop":{"pets":["ferret",{"name":"Okapi"}]}}', 'a.json', 'okapi'],
		['a text that begins like a bitmap', 'BM is short for a bongo market.', 'bm.txt', 'bongo'],
	])('reads %s', async (_kind, content, name, word) => {
		expect(await accepted(new Uint8Array(Buffer.from(content)), name)).toMatchObject({ status: 'indexed' });
		expect(await search(word)).toMatchObject([{ title: name }]);
	});

	it.each([
		['JSON that is none', '{"a":', 'broken.json', 'not valid JSON'],
		['a PDF that is cut off', '%PDF-1.7\nnothing', 'broken.pdf', 'not a valid PDF'],
		['nothing but spaces', ' \n \n', 'empty.txt', 'no readable text'],
	])('says why %s cannot be read', async (_kind, content, name, reason) => {
		const source = await accepted(content, name);
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain(reason);
		await eventually(kept, (files) => files.length === 0, 'the job that reads a file removes it a moment later');
	});

	describe('refuses, and keeps nothing of', () => {
		let before: unknown;
		beforeAll(async () => {
			before = await total();
		});
		const nothingIsKept = async () => {
			expect(await total()).toEqual(before);
			await eventually(kept, (files) => files.length === 0, 'the job that reads a file removes it a moment later');
		};

		it.each([
			['a type that is not accepted', 'MZ\u0000\u0001', 'setup.exe'],
			['a program under another name', 'MZ\u0000\u0001\u0000', 'setup.pdf'],
			['plain text named as a picture', 'Hello', 'hello.png'],
			['an archive', 'PK\u0005\u0006'.padEnd(22, '\u0000'), 'a.docx'],
			['an empty file', '', 'empty.txt'],
		])('%s', async (_kind, content, name) => {
			const answer = await upload(content, name);
			expect(answer).toMatchObject({
				status: 400,
				body: { type: 'unsupported_file_type', issues: [{ path: 'file' }] },
			});
			await nothingIsKept();
		});

		it('a file in another field', async () => {
			expect(await upload('Hello', 'a.txt', 'document')).toMatchObject({
				status: 400,
				body: { issues: [{ path: 'document' }] },
			});
			await nothingIsKept();
		});

		it('a form without a file, and a body that is no form', async () => {
			const form = new FormData();
			form.append('file', 'text');
			expect(await sandbox.upload(uploads, form)).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } });
			expect(await sandbox.upload(uploads, new FormData())).toMatchObject({
				status: 400,
				body: { issues: [{ path: 'file' }] },
			});
			expect(await sandbox.call('POST', uploads, { body: {} })).toMatchObject({
				status: 400,
				body: { issues: [{ path: 'file' }] },
			});
			await nothingIsKept();
		});

		it('two files', async () => {
			const form = new FormData();
			form.append('file', new Blob(['One']), 'one.txt');
			form.append('file', new Blob(['Two']), 'two.txt');
			expect(await sandbox.upload(uploads, form)).toMatchObject({
				status: 400,
				body: { issues: [{ path: 'file', message: 'may appear only once' }] },
			});
			await nothingIsKept();
		});

		it('more than 10 MB, by its size', async () => {
			const answer = await upload('x'.repeat(LIMITS.fileBytes + 100_000), 'big.txt');
			expect(errorSchema.parse(answer.body)).toMatchObject({ status: 413, issues: [{ path: 'file' }] });
			await nothingIsKept();
		});

		it('more than 10 MB, while it is still being sent', async () => {
			const sent = sendSlowly(0, '');
			const status = new Promise((resolve) => sent.on('response', (response) => resolve(response.statusCode)));
			for (let megabytes = 0; megabytes < 11; megabytes += 1) sent.write('x'.repeat(MEGABYTE));
			// It never ends, and is answered all the same.
			expect(await status).toBe(413);
			sent.destroy();
			await nothingIsKept();
		});

		it('an upload that breaks off', async () => {
			const sent = sendSlowly(5000, 'The beginning');
			expect(
				await eventually(kept, (files) => files.length === 1, 'the job that reads a file removes it a moment later'),
			).toHaveLength(1);
			sent.destroy();
			await nothingIsKept();
		});

		it('a form that ends in the middle', async () => {
			const sent = sendSlowly(0, 'The beginning');
			const status = new Promise((resolve) => sent.on('response', (response) => resolve(response.statusCode)));
			sent.end();
			expect(await status).toBe(400);
			await nothingIsKept();
		});

		it('a file while the agent is trained', async () => {
			await sandbox.admin('PATCH', '/settings', { clockFactor: 0.01 });
			await sandbox.call('POST', '/agents/agent_support/retrain');
			expect(await upload('Hello', 'a.txt')).toMatchObject({ status: 409, body: { type: 'training_active' } });
			await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
			const status = () => sandbox.call('GET', '/agents/agent_support/training-status');
			await eventually(
				status,
				({ body }) => JSON.stringify(body).includes('"training":false'),
				'training is a job of its own',
			);
			await nothingIsKept();
		});

		it('what the plan has no room for', async () => {
			await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 1 });
			expect(await upload('Hello', 'a.txt')).toMatchObject({ status: 403, body: { type: 'training_limit_exceeded' } });
			await nothingIsKept();
		});
	});

	it('takes a file of exactly 10 MB', async () => {
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 100 * MEGABYTE });
		const text = 'Seagulls eat chips, and ferries sail at nine. '
			.repeat(LIMITS.fileBytes / 46 + 1)
			.slice(0, LIMITS.fileBytes);
		expect(await accepted(text, 'ten.txt')).toMatchObject({ status: 'indexed', sizeBytes: LIMITS.fileBytes });
	});
});
