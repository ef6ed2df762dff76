import { type Operation, operations } from '../../api';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

/** An address of the operation's; no such agent or item needs to be there to learn whether it is served. */
const address = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, '1');

describe('the operations of the contract', () => {
	it('are all served', async () => {
		const answers = await Promise.all(
			Object.values<Operation>(operations).map(async (operation) => ({
				name: `${operation.method} ${operation.path}`,
				answer: await sandbox.call(operation.method, address(operation)),
			})),
		);

		expect(answers.filter(({ answer }) => answer.status >= 500).map(({ name }) => name)).toEqual([]);
	});

	it('need their permission', async () => {
		const { key } = await sandbox.createKey({ scopes: [] });

		const statuses = await Promise.all(
			Object.values<Operation>(operations)
				.filter(({ scope }) => scope !== null)
				.map(async (operation) => (await sandbox.call(operation.method, address(operation), { key })).status),
		);

		expect(new Set(statuses)).toEqual(new Set([403]));
	});

	it('are described in OpenAPI to every valid key, whatever its permissions', async () => {
		const { key } = await sandbox.createKey({ scopes: [] });

		const answer = await sandbox.call('GET', '/openapi.json', { key });

		expect(answer.body).toMatchObject({
			openapi: expect.stringMatching(/^3\./) as string,
			paths: expect.any(Object) as object,
		});
	});

	it('need a key, the description as well', async () => {
		const answers = await Promise.all(
			Object.values<Operation>(operations).map((operation) =>
				sandbox.call(operation.method, address(operation), { key: null }),
			),
		);

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
	});
});
