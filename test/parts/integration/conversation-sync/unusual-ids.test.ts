import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { now } from '../../../support/time/moments';
import { createClient } from '../../../../api';
import { noteConversations } from '../../../../worker/activities/conversation-sync/note-conversations';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { postgresqlOf } from '../destinations/postgresql-of';

const cluster = useCluster();

it('notes the other conversations of a list with an id that no table can have', async () => {
	const items = ['a\0b', 'c1', '\ud800', ''].map((id) => ({ id }));
	const server = createServer((_, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ items, total: items.length, limit: 100, offset: 0 }));
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const destination = postgresqlOf({ url: await cluster().database('ids') });
	try {
		const { port } = server.address() as AddressInfo;
		const hour = 3_600_000;
		const noted = await noteConversations(
			{
				of: { connection: 'main', agentId: 'agent', destination: 'database' },
				kind: null,
				rules: { recentMs: hour, openMs: hour, fullMs: hour, rereadAt: 0 },
				roundAt: now().getTime(),
				offset: 0,
			},
			{
				api: createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', timeoutMs: 300_000 }),
				destinations: { find: () => Promise.resolve(destination) },
				erased: { test: () => Promise.resolve(null) },
				atOnce: 1,
				signal: new AbortController().signal,
			},
		);
		expect(noted).toMatchObject({ due: 1, withoutId: 3, ended: true });
	} finally {
		await destination.close();
		server.close();
	}
});
