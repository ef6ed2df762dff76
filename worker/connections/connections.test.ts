import { Connections } from './connections';

const MIB = 1024 * 1024;
const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;

test('an unknown connection is one that the gateway does not have', () => {
	const main = { baseUrl: 'https://service.example', requestsPerMinute: 60 };
	const connections = new Connections({ main }, { ask: () => Promise.reject(new Error('Nothing is asked.')) });
	expect(() => connections.get('other')).toThrow(
		expect.objectContaining({
			type: 'unknown_connection',
			detail: expect.stringMatching(
				/^The gateway has no connection "other"\. It has: main\. .* add it to the configuration of the gateway and of the workers/,
			) as string,
		}),
	);
});

it('reserves little memory for a thousand connections', () => {
	const configured = Object.fromEntries(
		Array.from({ length: 1_000 }, (_, index) => [
			`customer-${index}`,
			{ baseUrl: 'https://service.example', requestsPerMinute: 60 },
		]),
	);
	const before = used();
	const connections = new Connections(configured, { ask: () => Promise.reject(new Error('Nothing is asked.')) });
	const grown = used() - before;
	expect(connections.names).toHaveLength(1_000);
	// A cache that reserves its entries takes a MiB for each connection.
	expect(grown / MIB).toBeLessThan(100);
});
