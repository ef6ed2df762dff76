import type { Client } from '@temporalio/client';
import { removedConnections } from './removed-connections';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);

/** A server with these running tasks, newest first, each with its connection. */
function serverWith(tasks: readonly string[]) {
	const queries: string[] = [];
	const listWorkflowExecutions = ({ query, pageSize, nextPageToken = Buffer.alloc(0) }: Listing) => {
		queries.push(query);
		const left = [...(/NOT IN \(([^)]*)\)/.exec(query)?.[1] ?? '').matchAll(/'([^']*)'/g)].map(([, name]) => name);
		const matches = tasks.filter((name) => !left.includes(name));
		const from = Number(Buffer.from(nextPageToken).toString() || 0);
		const end = from + pageSize;
		const executions = matches.slice(from, end).map((name) => ({
			searchAttributes: { indexedFields: { AkConnection: { data: Buffer.from(JSON.stringify(name)) } } },
		}));
		return Promise.resolve({ executions, nextPageToken: Buffer.from(end < matches.length ? `${end}` : '') });
	};
	const client = { workflowService: { listWorkflowExecutions }, options: { namespace: 'n' } } as unknown as Client;
	return { client, queries };
}

interface Listing {
	query: string;
	pageSize: number;
	nextPageToken?: Uint8Array;
}

describe('removed connections of running tasks', () => {
	it.each([0, 1, 99, 100, 101, 1_000])('are found beside %i configured connections', async (count) => {
		const known = names('known', count);
		// Every configured connection has newer tasks than the removed ones.
		const busy = names('known', count).flatMap((name) => [name, name, name]);
		const { client, queries } = serverWith([...busy, 'removed-a', 'removed-b', 'removed-a']);
		expect((await removedConnections(client, known)).toSorted()).toEqual(['removed-a', 'removed-b']);
		expect(queries.length).toBeLessThan(20);
		for (const query of queries) expect(query.split("', '").length).toBeLessThanOrEqual(100);
	});

	it('are found behind thousands of tasks of a few connections, with few requests', async () => {
		const busy = Array.from({ length: 100_000 }, (_none, index) => `known-${index % 50}`);
		const { client, queries } = serverWith([...busy, 'removed']);
		expect(await removedConnections(client, names('known', 1_000))).toEqual(['removed']);
		expect(queries.length).toBeLessThan(5);
	});

	it('are found behind a hundred connections, each with several pages of tasks', async () => {
		const busy = names('known', 99).flatMap((name) => Array.from({ length: 500 }, () => name));
		const { client } = serverWith([...busy, 'removed']);
		expect(await removedConnections(client, names('known', 1_000))).toEqual(['removed']);
	});

	it('are found when more than a hundred were removed', async () => {
		const removed = names('removed', 250);
		const { client } = serverWith([...removed, ...removed]);
		expect(await removedConnections(client, ['known'])).toHaveLength(250);
	});

	it('are looked for with a bounded number of requests, and a pause before each further one', async () => {
		const busy = Array.from({ length: 20_000 }, (_none, index) => `known-${index % 500}`);
		const { client, queries } = serverWith([...busy, 'removed']);
		const pause = vi.fn(() => Promise.resolve());
		expect(await removedConnections(client, names('known', 500), pause)).toEqual([]);
		expect(queries.length).toBeLessThanOrEqual(60);
		expect(pause).toHaveBeenCalledTimes(queries.length);
	});
});
