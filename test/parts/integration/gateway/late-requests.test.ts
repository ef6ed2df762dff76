import type { Client, Connection, WorkflowClientInterceptor } from '@temporalio/client';
import { z } from 'zod';
import { openBlobs } from '../../../../worker/storage/blobs';
import { temporalSettings } from '../../../../worker/config';
import { SealedRequests, TemporalPersonService } from '../../../../worker/privacy';
import type { StartPersonSearch } from '../../../../worker/privacy/person-service';
import { TemporalTaskRetries, TemporalTaskService } from '../../../../worker/tasks';
import { Keyring } from '../../../../worker/temporal';
import { type Answer, ask, askEnded, idOf, linkOf, retrain } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { clientOf } from '../../../support/temporal/connect-patiently';

let platform: GatewayPlatform;
let keyring: Keyring;
let client: Client & { connection: Connection };

beforeAll(async () => {
	// So slow that what runs is still there to be cancelled.
	platform = await startPlatform({ clockFactor: 0.01 });
	keyring = new Keyring(platform.config.encryption);
	client = await clientOf(temporalSettings(platform.config), keyring);
});
afterAll(async () => {
	await client.connection.close();
	await platform.close();
});

const taskSchema = z.looseObject({ status: z.string() });
const statusOf = ({ body }: Answer) => taskSchema.parse(body).status;
const ended = (link: string) => askEnded(platform, link);

/** A task that runs. @returns its link */
async function running(key: string): Promise<{ link: string; id: string }> {
	const started = await ask(platform, retrain(key));
	expect(started.status).toBe(202);
	return { link: linkOf(started), id: idOf(started) };
}

async function cancelled(link: string, key?: string): Promise<void> {
	const asked = await ask(platform, { method: 'POST', path: `${link}/cancel`, ...(key === undefined ? {} : { key }) });
	expect(asked.status).toBe(202);
	expect(statusOf(await ended(link))).toBe('cancelled');
}

test('a late duplicate of a cancellation leaves alone a task that was started again since, whichever way', async () => {
	const { link, id } = await running('duplicate');
	await cancelled(link, 'stop');
	expect((await ask(platform, { method: 'POST', path: `${link}/actions/retry`, key: 'again' })).status).toBe(202);
	const late = await ask(platform, { method: 'POST', path: `${link}/cancel`, key: 'stop' });
	expect(late).toMatchObject({ status: 202, body: { status: 'running' } });
	await cancelled(link, 'stop the second one');
	await running('duplicate');
	for (const key of ['stop', 'stop the second one'])
		await ask(platform, { method: 'POST', path: `${link}/cancel`, key });
	await platform.admin.setSettings({ clockFactor: 40 });
	// Whether the service then trains the agent is its own affair.
	expect(statusOf(await ended(link))).not.toBe('cancelled');
	const { events = [] } = await client.workflow.getHandle(id).fetchHistory();
	expect(events?.some(({ workflowExecutionCancelRequestedEventAttributes: asked }) => asked)).toBe(false);
	await platform.admin.setSettings({ clockFactor: 0.01 });
});

test('a repeated cancellation of the same run is answered as before', async () => {
	const { link } = await running('repeated');
	await cancelled(link, 'stop');
	const again = await ask(platform, { method: 'POST', path: `${link}/cancel`, key: 'stop' });
	expect(again).toMatchObject({ status: 202, body: { status: 'cancelled' } });
});

test('the key of the later one of two retries of the same moment starts nothing again', async () => {
	const { link, id } = await running('two retries');
	await cancelled(link);
	const tasks = new TemporalTaskService(client, { keyring, settleMs: 1_000 });
	const retries = new TemporalTaskRetries(client, tasks);
	const [first, second] = [await retries.find(id, 'first'), await retries.find(id, 'second')];
	if ('repeated' in first || 'repeated' in second) throw new Error('Nobody has started it again yet.');
	const [one, other] = [await retries.start(first.retryable, 'first'), await retries.start(second.retryable, 'second')];
	expect(other.startedAt).toBe(one.startedAt);
	for (const key of ['first', 'second'])
		expect(await retries.find(id, key)).toMatchObject({ repeated: { status: 'running' } });
	await cancelled(link);
	for (const key of ['first', 'second'])
		expect(await retries.find(id, key)).toMatchObject({ repeated: { status: 'cancelled' } });
});

test('an erasure that was started continues, though its response was lost', async () => {
	const losing: WorkflowClientInterceptor = {
		async startWithDetails(input, next) {
			await next(input);
			throw new Error('The answer was lost.');
		},
	};
	const { store } = openBlobs(platform.config.blobs, keyring);
	const settings = { keyring, requests: new SealedRequests(store, keyring), connections: () => ['main'] };
	const lossy = await clientOf(temporalSettings(platform.config), keyring, [losing]);
	try {
		const erasure: StartPersonSearch = {
			mode: 'erase',
			idempotencyKey: 'lost answer',
			person: { email: 'ana@client.example', leads: [] },
		};
		await expect(new TemporalPersonService(lossy, settings).start(erasure)).rejects.toThrow('The answer was lost.');
		const persons = new TemporalPersonService(client, settings);
		const { id } = await persons.start(erasure);
		expect(await persons.waitFor(id, 240_000)).toMatchObject({ status: 'completed', error: null });
		for await (const { key } of store.list('persons/')) throw new Error(`${key} is still kept.`);
	} finally {
		await lossy.connection.close();
	}
});
