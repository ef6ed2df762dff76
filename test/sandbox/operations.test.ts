import { type Operation, operations } from '../../api';
import { TestSandbox } from './running-sandbox';

/** What is in the contract and not in the sandbox yet. Whoever adds one takes it off this list. */
const NOT_YET = [
	'GET /agents/{id}/analytics',
	'GET /agents/{id}/overview',
	'GET /agents/{id}/unanswered-questions',
	'GET /usage',
];

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

/** An address of the operation's; no such agent or item needs to be there to learn whether it is served. */
const address = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, '1');

describe('the operations of the contract', () => {
	it('are served, but for those on the list, which answer 501 in the envelope', async () => {
		const answers = await Promise.all(
			Object.values<Operation>(operations).map(async (operation) => ({
				name: `${operation.method} ${operation.path}`,
				answer: await sandbox.call(operation.method, address(operation)),
			})),
		);

		const refused = answers.filter(({ answer }) => answer.status === 501);
		expect(refused.map(({ name }) => name).sort()).toEqual(NOT_YET);
		for (const { answer } of refused) expect(answer.body).toMatchObject({ type: 'not_implemented', status: 501 });
	});

	it('need their permission, served or not', async () => {
		const { key } = await sandbox.createKey({ scopes: [] });

		const statuses = await Promise.all(
			Object.values<Operation>(operations)
				.filter(({ scope }) => scope !== null)
				.map(async (operation) => (await sandbox.call(operation.method, address(operation), { key })).status),
		);

		expect(new Set(statuses)).toEqual(new Set([403]));
	});

	it('are described to anybody in OpenAPI', async () => {
		const answer = await sandbox.call('GET', '/openapi.json', { key: null });

		expect(answer.body).toMatchObject({
			openapi: expect.stringMatching(/^3\./) as string,
			paths: expect.any(Object) as object,
		});
	});
});
