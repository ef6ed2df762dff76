import { MockActivityEnvironment } from '@temporalio/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversationReadActivities, TranscriptsRead } from '../../../workflows/conversation-export/activities';
import { type Blobs, openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { refusal, ServiceOfLeads } from '../lead-conversations/testing/service';
import { conversationReadActivities } from './activities';
import { planConversations } from './plan';

// Transcripts that fail alone, and a service that fails for all of them, over the attempts of one activity.

const RUN = '019aa7c0-0000-7000-8000-00000000000e';
const NOW = '2026-11-22T00:00:00.000Z';
const service = new ServiceOfLeads();
let folder: string;
let blobs: Blobs;
let activities: ConversationReadActivities;
/** The server keeps the notes of each attempt for the next. */
let notes: unknown;

beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(async () => {
	vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
	service.replies.clear();
	[service.listReply, service.calls, notes] = [null, [], undefined];
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-failing-'));
	blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	activities = conversationReadActivities(service.api, blobs, () => 50, { test: () => Promise.resolve(null) });
});
afterEach(async () => {
	vi.useRealTimers();
	await rm(folder, { recursive: true });
});

async function run<Result>(work: () => Promise<Result>): Promise<Result> {
	const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
	environment.on('heartbeat', (details: unknown) => (notes = details));
	return environment.run<[], Result, () => Promise<Result>>(work);
}

async function planned(...ids: string[]): Promise<void> {
	service.listed = ids;
	await run(async () => {
		await activities.readConversations({ agentId: 'a', filter: {}, days: {}, offset: 0, chunk: 0, run: RUN });
		const { workflowExecution } = new MockActivityEnvironment().context.info;
		const given = {
			store: blobs.store,
			taskId: workflowExecution?.workflowId ?? '',
			signal: AbortSignal.timeout(10 * 60_000),
		};
		await planConversations({ days: {}, asOf: NOW, chunks: 1, attempts: {}, run: RUN }, given);
	});
	[service.calls, notes] = [[], undefined];
}

const attempt = (): Promise<TranscriptsRead> =>
	run(() => activities.readTranscripts({ span: [0, service.listed.length], run: RUN }));

/** Attempts that fail, so many minutes one after the other. */
async function failing(times: number, minutes: number): Promise<void> {
	for (let failures = 0; failures < times; failures += 1) {
		await expect(attempt()).rejects.toMatchObject({ nonRetryable: false });
		vi.setSystemTime(Date.now() + minutes * 60_000);
	}
}

const html = (status: number) => ({ status, body: '<html>Log in</html>' });

it.each([
	['500', refusal(500)],
	['502 of a proxy', html(502)],
	['404 of a proxy', html(404)],
	['403 of a proxy', html(403)],
	['half a reply', { body: '{"id":' }],
])('gives up a transcript that is %s for a quarter of an hour while the next one is read', async (_what, reply) => {
	await planned('one', 'two');
	service.replies.set('one', reply);
	await failing(20, 0);
	await failing(1, 16);
	expect(await attempt()).toMatchObject({ next: 2, missing: [{ conversationId: 'one', reason: 'failed' }] });
});

it('gives up none while the service fails for all of them, however long', async () => {
	await planned('one', 'two', 'three', 'four');
	for (const id of service.listed) service.replies.set(id, refusal(503));
	await failing(30, 5);
	service.replies.clear();
	expect(await attempt()).toMatchObject({ next: 4, missing: [] });
});

it('gives up two that fail side by side, as the list names others', async () => {
	await planned('one', 'two', 'three');
	for (const id of ['one', 'two']) service.replies.set(id, refusal(500));
	await failing(8, 2);
	expect(await attempt()).toMatchObject({ next: 1, missing: [{ conversationId: 'one', reason: 'failed' }] });
});

it.each([404, 403])('takes a 404 for the end of the agent only if the list says so (%i)', async (status) => {
	await planned('one', 'two');
	service.replies.set('one', refusal(404));
	service.listReply = html(status);
	await failing(1, 0);
	service.listReply = refusal(status);
	expect(await attempt()).toMatchObject({ agentGone: 'a', missing: [{ reason: 'agent_gone' }] });
});
