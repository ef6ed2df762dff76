import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { useTestGateway } from '../../../worker/gateway/testing/test-gateway';

const GENERATOR = join(dirname(createRequire(__filename).resolve('openapi-typescript/package.json')), 'bin/cli.js');
let folder: string;

const { ask } = useTestGateway();
beforeAll(async () => {
	// Beside the test, so that the packages are found from there.
	folder = await mkdtemp(join(__dirname, 'generated-client-'));
	const description = join(folder, 'openapi.json');
	await writeFile(description, (await ask({ url: '/openapi.json', token: null })).text);
	await promisify(execFile)(process.execPath, [GENERATOR, description, '--output', join(folder, 'gateway.ts')]);
});

afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says of a program that uses the client. */
async function problemsOf(name: string, program: string): Promise<string[]> {
	const file = join(folder, name);
	await writeFile(
		file,
		`import createClient from 'openapi-fetch';
import type { paths } from './gateway';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4020' });
const key = { header: { 'idempotency-key': 'k' } };
export async function run(): Promise<unknown> {
${program}
}`,
	);
	const compiled = ts.createProgram([file], {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		exactOptionalPropertyTypes: true,
		noUncheckedIndexedAccess: true,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		target: ts.ScriptTarget.ES2022,
		lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
		types: [],
	});
	return ts
		.getPreEmitDiagnostics(compiled)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a client that a generator makes of the description compiles, and knows inputs, results and refusals', async () => {
	const program = `
	const started = await client.POST('/v1/tasks/retrain-and-wait', { params: key, body: { connection: 'main', agentId: 'a', waitUntil: 'canChat' } });
	const problem: string | undefined = started.error?.detail;
	const id: string = started.data?.id ?? '';
	const task = await client.GET('/v1/tasks/{id}', { params: { path: { id }, query: { wait: 30 } } });
	const status: 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | undefined = task.data?.status;
	const decided = await client.POST('/v1/tasks/{id}/decision', { params: { ...key, path: { id } }, body: { action: 'approve', hash: 'h' } });
	const made = await client.POST('/v1/subscriptions', { params: key, body: { url: 'https://example.com', events: ['task.failed'] } });
	const secret: string | null | undefined = made.data?.secret;
	await client.POST('/v1/tasks/{id}/cancel', { params: { path: { id } } });
	await client.DELETE('/v1/schedules/{id}', { params: { path: { id: 'nights' } } });
	await client.POST('/v1/schedules/{id}/pause', { params: { path: { id: 'nights' } } });
	await client.GET('/v1/tasks', { params: { query: { fresh: true, ended: false } } });
	await client.POST('/hooks/{name}', { params: { path: { name: 'published' } }, body: { data: { id: 1 } } });
	const kept = await client.PUT('/v1/blobs', { body: new Blob(['text']), bodySerializer: (file) => file as Blob, headers: { 'content-type': 'application/octet-stream' } });
	const blob: string | undefined = kept.data?.blob;
	return [problem, status, decided.data, secret, blob];`;
	expect(await problemsOf('right.ts', program)).toEqual([]);
});

test('it does not compile with a value that is wrong or without the key', async () => {
	const program = `
	await client.POST('/v1/tasks/retrain-and-wait', { params: key, body: { connection: 'main', agentId: 'a', waitUntil: 'soon' } });
	await client.POST('/v1/tasks/retrain-and-wait', { body: { connection: 'main', agentId: 'a' } });
	await client.PUT('/v1/blobs', {});
	return null;`;
	const problems = (await problemsOf('wrong.ts', program)).join('\n');
	expect(problems).toMatch(/"soon"/);
	expect(problems).toMatch(/params/);
	expect(problems).toMatch(/body/);
});
