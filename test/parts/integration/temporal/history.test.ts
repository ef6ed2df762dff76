import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { TemporalTaskService } from '../../../../worker/tasks';
import { Keyring } from '../../../../worker/temporal';
import { realServer } from '../../../support/temporal/find-server';
import { Platform, retrainTask } from '../../../support/temporal/start-platform';
import { clientOf } from '../../../support/temporal/connect-patiently';

const run = promisify(execFile);
let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start();
	await platform.admin.setSettings({ clockFactor: 1000 });
});
afterAll(() => platform.stop());

async function showRaw(id: string): Promise<string> {
	const { address, namespace } = platform.temporal;
	const where = ['--address', address, '--namespace', namespace];
	const binary = await realServer();
	const shown = await run(binary, [
		'workflow',
		'show',
		'-w',
		id,
		'-o',
		'json',
		'--no-json-shorthand-payloads',
		...where,
	]);
	const described = await run(binary, ['workflow', 'describe', '-w', id, '-o', 'json', ...where]);
	return shown.stdout + described.stdout;
}

/** Payloads stand in the history as base64, so that clear text would be found only after decoding. */
function decoded(history: string): string {
	const payloads = history.matchAll(/"data": ?"([A-Za-z0-9+/=]+)"/g);
	return history + [...payloads].map(([, data = '']) => Buffer.from(data, 'base64').toString('latin1')).join('\n');
}

describe('the history of a task', () => {
	it("shows no secret, no input and no service's words to Temporal's own command line", async () => {
		const good = await platform.retrain('secret-business-key');
		const bad = await platform.retrain('unknown agent', { agentId: 'agent_nobody' });
		await Promise.all([good, bad].map(({ id }) => platform.ended(id)));
		for (const { id } of [good, bad]) {
			const history = decoded(await showRaw(id));
			expect(history).toContain(Buffer.from('binary/encrypted').toString('base64'));
			for (const secret of [
				platform.sandbox.seedKey,
				'secret-business-key',
				'pagesCompleted',
				'waitUntil',
				'Training (',
				'Not Found',
				'failed:',
			]) {
				expect(history).not.toContain(secret);
			}
		}
	});

	it('is not readable with another key of the same name', async () => {
		const { id } = await platform.retrain('other key');
		await platform.ended(id);
		const secret = randomBytes(32).toString('base64');
		const keyring = new Keyring({ keys: [{ id: 'k1', secret }], current: 'k1' });
		const client = await clientOf(platform.temporal, keyring);
		const stranger = new TemporalTaskService(client, { keyring, settleMs: 1_000 });
		await expect(stranger.get(id)).rejects.toThrow('encryption.keys');
		await client.connection.close();
	});

	it('stays readable after the key was changed, as long as the old one is kept', async () => {
		const { id } = await platform.retrain('rotation');
		await platform.ended(id);
		const old = { id: 'k1', secret: platform.secret };
		const keyring = new Keyring({
			keys: [{ id: 'k2', secret: randomBytes(32).toString('base64') }, old],
			current: 'k2',
		});
		const client = await clientOf(platform.temporal, keyring);
		const tasks = new TemporalTaskService(client, { keyring, settleMs: 1_000 });
		expect(await tasks.get(id)).toMatchObject({ status: 'completed' });
		const again = await tasks.start(retrainTask('rotation'));
		expect(again).toMatchObject({ id, status: 'completed' });
		await expect(tasks.start(retrainTask('rotation', { ifActive: 'fail' }))).rejects.toMatchObject({
			type: 'idempotency_key_reused',
		});
		expect(await tasks.start(retrainTask('after rotation'))).toMatchObject({ status: 'running' });
		await client.connection.close();
	});
});
