import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { temporalSettings } from '../../../../worker/config';
import { startCarrying } from '../../../../worker/tasks/start-task';
import { Keyring } from '../../../../worker/temporal';
import { ask, askEnded } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';
import { clientOf } from '../../../support/temporal/connect-patiently';

/** As other programs, and versions before the first release, form ids. */
const ID = 'retrain-and-wait/with/slashes';
const LINK = `/v1/tasks/${encodeURIComponent(ID)}`;
const listSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 0.001 });
	const keyring = new Keyring(platform.config.encryption);
	const client = await clientOf(temporalSettings(platform.config), keyring);
	const input = { version: 1, connection: 'main', agentId: 'agent_support', waitUntil: 'finished', ifActive: 'adopt' };
	const frozen = { keyVersion: keyring.current, settleMs: 1_000 };
	const memo = { startedAt: now().toISOString() };
	await startCarrying(client, 'retrain-and-wait', { id: ID, args: { input, frozen }, memo });
	await client.connection.close();
});

afterAll(() => platform.close());

test('a task whose id has slashes is read, listed, explained and cancelled like any other', async () => {
	const read = await ask(platform, { path: LINK });
	expect(read).toMatchObject({ status: 200, body: { id: ID, status: 'running', links: { self: LINK } } });
	await eventually(
		async () => listSchema.parse((await ask(platform, { path: '/v1/tasks' })).body),
		({ items }) => expect(items.map(({ id }) => id)).toContain(ID),
		"Temporal's index lists a task a moment later",
	);
	for (const part of ['details', 'timeline'])
		expect((await ask(platform, { path: `${LINK}/${part}` })).status).toBe(200);
	const shown = await runCommand(platform, ['tasks', 'show', ID, '--json']);
	expect([shown.code, shown.notes]).toEqual([0, '']);
	expect(JSON.parse(shown.result)).toMatchObject({ id: ID, type: 'retrain-and-wait' });
	const cancelled = await runCommand(platform, ['tasks', 'cancel', ID, '--wait']);
	expect(cancelled.notes).not.toContain('not found');
	expect((await askEnded(platform, LINK)).body).toMatchObject({ id: ID, status: 'cancelled' });
});
