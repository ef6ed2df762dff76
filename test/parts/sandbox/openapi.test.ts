import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { z } from 'zod';
import { TestSandbox } from './running-sandbox';

const linter = join(__dirname, '../contract/lint-openapi.mjs');
const problemsSchema = z.array(
	z.object({ ruleId: z.string(), severity: z.enum(['error', 'warn']), message: z.string(), at: z.string() }),
);

/** In a process of its own: the linter is published as ES modules alone. */
async function lint(document: unknown) {
	const child = spawn(process.execPath, [linter], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(document));
	return problemsSchema.parse(JSON.parse(await text(child.stdout)));
}

describe('/api/v1/openapi.json', () => {
	let sandbox: TestSandbox;
	let served: unknown;
	beforeAll(async () => {
		sandbox = await TestSandbox.start();
		served = (await sandbox.call('GET', '/openapi.json')).body;
	});
	afterAll(() => sandbox.running.close());

	it('has nothing that a public linter complains about', async () => {
		expect(await lint(served)).toEqual([]);
	});

	it('names as its server the address below which the API lies', () => {
		expect(served).toMatchObject({ servers: [{ url: '/api/v1' }] });
	});

	it('would not pass with two operations of one id', async () => {
		const get = { operationId: 'same', summary: 'Same', responses: { 200: { description: 'Done.' } } };
		const broken = { ...z.looseObject({}).parse(served), paths: { '/a': { get }, '/b': { get } } };

		expect(await lint(broken)).toEqual(
			expect.arrayContaining([expect.objectContaining({ ruleId: 'operation-operationId-unique', severity: 'error' })]),
		);
	});
});
