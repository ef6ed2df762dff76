import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runProgram } from '../../../../worker/cli/program';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { leadExportResultSchema } from '../../../../workflows/export/contract';
import { type FailingProxy, startFailingProxy } from '../blobs/failing-proxy';
import { type S3Server, startS3 } from '../blobs/start-s3';
import { ask, askEnded, linkOf } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { z } from 'zod';

const LEADS = 321;

let platform: GatewayPlatform;
let s3: S3Server;
let shaky: FailingProxy;
let folder: string;

beforeAll(async () => {
	s3 = await startS3();
	shaky = await startFailingProxy(s3.bucket);
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-export-'));
	platform = await startPlatform({
		buckets: {
			reports: s3.bucket,
			shaky: shaky.bucket,
			forbidden: { ...s3.bucket, secretAccessKey: 'another' },
			missing: { ...s3.bucket, bucket: 'no-such-bucket' },
			nowhere: { ...s3.bucket, endpoint: 'http://127.0.0.1:9' },
		},
	});
	await platform.admin.generate('agent_support', { kind: 'leads', count: LEADS, days: 3 });
});
afterAll(async () => {
	await platform.close();
	await shaky.close();
	await s3.stop();
	await rm(folder, { recursive: true });
});

function start(key: string, input: object = {}) {
	const body = { connection: 'main', agentIds: ['agent_support'], ...input };
	return ask(platform, { method: 'POST', path: '/v1/tasks/lead-export', key, body });
}

/** Starts an export and gives its result. */
async function exported(key: string, input: object = {}) {
	const { body } = await askEnded(platform, linkOf(await start(key, input)));
	const { status, result } = z.looseObject({ status: z.string(), result: z.unknown() }).parse(body);
	expect(status).toBe('completed');
	return leadExportResultSchema.parse(result);
}

const download = (link: string, token = platform.token) =>
	fetch(platform.url + link, { headers: { authorization: `Bearer ${token}` } });

describe('the file of an export', () => {
	it('is streamed, with its name, length, type and checksum', async () => {
		const { file } = await exported('file');
		const reply = await download(file.link ?? '');
		const content = Buffer.from(await reply.arrayBuffer());
		expect(reply.status).toBe(200);
		const expected = {
			'content-type': 'text/csv; charset=utf-8; header=present',
			'content-disposition': `attachment; filename="${file.name}"`,
			'content-length': String(file.bytes),
			etag: `"${file.sha256}"`,
			'x-content-type-options': 'nosniff',
		};
		const sent = Object.keys(expected).map((name) => [name, reply.headers.get(name)]);
		expect(Object.fromEntries(sent)).toEqual(expected);
		expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
		expect(content.toString().trimEnd().split('\r\n')).toHaveLength(LEADS + 1);
	});

	it('is encrypted where it is kept, as an upload is, and plain in the bucket of its user', async () => {
		const [{ file }, { bucket }] = [
			await exported('at rest'),
			await exported('at rest elsewhere', { bucket: 'reports' }),
		];
		const [, , lead = ''] = (await (await download(file.link ?? '')).text()).split('\r\n');
		const words = 'What an upload says, word for word.';
		const sent = await fetch(`${platform.url}/v1/blobs`, {
			method: 'PUT',
			headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'text/plain' },
			body: words,
		});
		const blob = `sha256:${createHash('sha256').update(words).digest('hex')}`;
		expect(await sent.json()).toMatchObject({ blob, bytes: words.length });
		const found = await readdir(platform.config.blobs.directory, { recursive: true, withFileTypes: true });
		const kept = await Promise.all(
			found.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name))),
		);
		expect(kept.length).toBeGreaterThan(1);
		expect(kept.filter((each) => each.includes(lead) || each.includes(words))).toEqual([]);
		const object = await new S3Store({ ...s3.bucket, prefix: '' }).open(bucket?.key ?? '');
		if (object === null) throw new Error('The bucket has no such object.');
		expect((await buffer(object.content)).includes(lead)).toBe(true);
	});

	it('is for those with a token, and only under its own name', async () => {
		const { file } = await exported('file');
		const link = file.link ?? '';
		expect((await download(link, 'wrong')).status).toBe(401);
		const other = await download(link.replace(file.name, 'other.csv'));
		expect([other.status, await other.json()]).toEqual([404, expect.objectContaining({ type: 'file_not_found' })]);
		const outside = await download(link.replace(file.name, encodeURIComponent('../../../../etc/passwd')));
		expect(outside.status).toBe(404);
	});

	it('is downloaded by the command line, whole or not at all', async () => {
		const out = join(folder, 'leads.ndjson');
		const notes: string[] = [];
		const args = ['run', 'lead-export', '--connection', 'main', '--agents', 'agent_support', '--format', 'ndjson'];
		const code = await runProgram(['node', 'agent-knowledge', ...args, '--out', out, '--gateway', platform.url], {
			result: (text) => notes.push(text),
			note: (text) => notes.push(text),
			interactive: false,
			screen: null,
			cwd: '/',
			env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token },
		});
		expect([code, notes.at(-1)]).toEqual([0, expect.stringMatching(/^Wrote .*leads\.ndjson, \d+ bytes/)]);
		expect((await readFile(out, 'utf8')).trimEnd().split('\n')).toHaveLength(LEADS);
		expect(await readdir(folder)).toEqual(['leads.ndjson']);
	});
});

describe('an export into a bucket', () => {
	it('is put there, and not kept at the gateway', async () => {
		const { file, bucket } = await exported('bucket', { bucket: 'reports' });
		expect(bucket).toEqual({ name: 'reports', key: `ours/${file.name}` });
		expect([file.link, file.expiresAt]).toEqual([null, null]);
		const blob = await new S3Store(s3.bucket).open(file.name);
		const content = blob === null ? Buffer.alloc(0) : await buffer(blob.content);
		expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
	});

	it('ends well although the bucket answers with temporary errors that have a 4xx status', async () => {
		shaky.failNext(1, { status: 400, code: 'RequestTimeout' }, 'PUT');
		shaky.failNext(1, { status: 409, code: 'OperationAborted' }, 'PUT');
		const { rows, bucket } = await exported('shaky', { bucket: 'shaky' });
		expect([rows, bucket?.name, shaky.pending()]).toEqual([LEADS, 'shaky', 0]);
	});

	it('is not begun while the bucket is busy, and the answer blames no setting', async () => {
		const attempts = 3;
		shaky.failNext(attempts, { status: 400, code: 'SlowDown' }, 'PUT');
		const { status, body } = await start('busy', { bucket: 'shaky' });
		expect({ status, body }).toMatchObject({
			status: 503,
			body: { type: 'bucket_unavailable', issues: [{ path: 'bucket', message: 'is unavailable now' }] },
		});
		expect(shaky.pending()).toBe(0);
	});

	it.each([
		['unknown', 404, 'unknown_bucket'],
		['forbidden', 424, 'bucket_refused'],
		['missing', 424, 'bucket_refused'],
		['nowhere', 424, 'bucket_refused'],
	])('starts nothing with a bucket that is %s', async (bucket, status, type) => {
		const { body, ...answer } = await start(`bucket ${bucket}`, { bucket });
		expect({ ...answer, body }).toMatchObject({ status, body: { type, issues: [{ path: 'bucket' }] } });
		expect(answer.text).not.toContain(s3.bucket.secretAccessKey);
	});
});

describe('bad input', () => {
	it.each([
		['no agent', { agentIds: [] }, 400, 'agentIds'],
		['a day that is none', { startDate: '2026-02-30' }, 400, 'startDate'],
		['a day that is to come', { startDate: '2999-01-01' }, 400, 'startDate'],
		['an empty filter', { email: ' ' }, 400, 'email'],
		['an unknown format', { format: 'pdf' }, 400, 'format'],
		['an unknown field', { limit: 5 }, 400, 'limit'],
		['a key without the scope', { connection: 'restricted', agentIds: ['agent_sales'] }, 424, 'connection'],
		['a key that may see no leads', { connection: 'narrow', agentIds: undefined }, 424, 'connection'],
	])('starts nothing with %s', async (name, input, status, path) => {
		const answer = await start(`bad: ${name}`, input);
		expect(answer).toMatchObject({ status, body: { issues: [{ path }] } });
	});
});
