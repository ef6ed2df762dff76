import { runsBegun } from '../../../system/chaos/training-runs';
import { settingsSchema } from '../../../../sandbox/runtime/settings';
import { nightlyRetrainResultSchema } from '../../../../workflows/nightly-retrain/contract';
import { retrainResultSchema } from '../../../../workflows/retrain/contract';
import { Platform } from '../../../support/temporal/start-platform';

/** Runs end within the time to settle. */
const FAST = 1000;
/** A run lasts until the clock runs faster. */
const SLOW = 0.01;

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start({ clockFactor: FAST, settleMs: 300 });
});
afterAll(() => platform.stop());

let made = 0;

/** An agent of the test's own. @param trained it has had a run, and can chat */
async function newAgent({ trained }: { trained: boolean }): Promise<string> {
	made += 1;
	const website = `${platform.sandbox.siteUrl}/`;
	const { id } = await platform.admin.createAgent({ id: `agent_${made}`, name: 'Ended runs', website });
	if (trained) await retrained(id, 'first');
	return id;
}

async function retrained(agentId: string, key: string, input: object = {}) {
	const task = await platform.retrain(`${agentId} ${key}`, { agentId, ...input });
	return platform.ended(task.id);
}

const runsOf = (agentId: string) => runsBegun(platform.databaseFile, agentId).length;
const failRetrainOf = (agentId: string, kind: 'lost-before' | 'lost-after') =>
	platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind });

afterAll(() => platform.admin.setSettings({ endedRun: 'kept', noRun: 'null' }));
afterEach(() => platform.admin.clearFaults());

beforeEach(() => platform.admin.setSettings({ clockFactor: FAST, endedRun: 'kept', noRun: 'null' }));

it.each([
	['kept', 'null', false],
	['kept', 'null', true],
	['absent', 'null', false],
	['absent', 'null', true],
	['absent', 'missing', true],
	['absent', 'empty', true],
] as const)(
	'a run that ended before the first look: ended runs are %s, no run is %s, trained before: %s',
	async (endedRun, noRun, trained) => {
		await platform.admin.setSettings({ endedRun, noRun });
		const agentId = await newAgent({ trained });
		const before = runsOf(agentId);
		const ended = await retrained(agentId, 'accepted');
		expect(ended).toMatchObject({ status: 'completed', error: null });
		const endSeen = endedRun === 'kept';
		expect(retrainResultSchema.parse(ended.result)).toMatchObject({ outcome: 'finished', endSeen, canChat: true });
		expect(runsOf(agentId)).toBe(before + 1);
	},
);

it.each([
	['kept', true],
	['absent', true],
	['absent', false],
] as const)(
	'a lost response of a run that has come and gone: no second run; ended runs are %s, trained before: %s',
	async (endedRun, trained) => {
		await platform.admin.setSettings({ endedRun });
		const endSeen = endedRun === 'kept';
		const agentId = await newAgent({ trained });
		const before = runsOf(agentId);
		await failRetrainOf(agentId, 'lost-after');
		const ended = await retrained(agentId, 'lost-after');
		expect(ended).toMatchObject({ status: 'completed' });
		const { audit, ...result } = retrainResultSchema.parse(ended.result);
		expect(result).toMatchObject({ outcome: 'finished', adopted: false, endSeen });
		expect(audit).toMatchObject({ postAttempts: 1, ambiguous: true, before: { canChat: trained } });
		const unseen = trained ? 'agent.lastTrainedAt is newer' : 'the agent can chat now and could not before';
		// On a slow machine the run may still be active when the worker looks.
		const why = audit.looks.some(({ training }) => training) ? 'was active' : unseen;
		expect(audit.assumed === null).toBe(endSeen);
		expect(audit.assumed ?? why).toContain(why);
		expect(audit.looks.length).toBeGreaterThan(0);
		expect(runsOf(agentId)).toBe(before + 1);
	},
);

describe.each(settingsSchema.shape.endedRun.options)('a service whose ended runs are %s', (endedRun) => {
	const endSeen = endedRun === 'kept';

	beforeEach(() => platform.admin.setSettings({ endedRun }));

	it('a request lost before its effect, of an agent that can chat: sent again, and said so', async () => {
		const agentId = await newAgent({ trained: true });
		const before = runsOf(agentId);
		await failRetrainOf(agentId, 'lost-before');
		const { error, result } = await retrained(agentId, 'lost-before');
		expect(error).toBeNull();
		const { audit } = retrainResultSchema.parse(result);
		expect(audit).toMatchObject({ postAttempts: 2, ambiguous: true, repeats: 1 });
		expect(audit.assumed ?? 'The earlier run showed.').toContain(
			endSeen ? 'showed' : 'there may have been a second run',
		);
		expect(runsOf(agentId)).toBe(before + 1);
	});

	it('with ask, a request lost before its effect is sent again only where the earlier run shows', async () => {
		const agentId = await newAgent({ trained: true });
		const before = runsOf(agentId);
		await failRetrainOf(agentId, 'lost-before');
		const { error, result } = await retrained(agentId, 'lost-before', { ifUncertain: 'ask' });
		const times = { 'agent.lastTrainedAt': expect.any(String) as string };
		const unseen = {
			type: 'needs_person',
			detail: expect.stringContaining('did not repeat the request') as string,
			audit: {
				postAttempts: 1,
				ambiguous: true,
				before: { runId: null, canChat: true, times },
				looks: [{ runId: null }, { runId: null, times: error?.audit?.before?.times ?? 'none was noted' }],
			},
		};
		const sentAgain = { endSeen: true, audit: { postAttempts: 2, ambiguous: true } };
		expect({ error, result, runs: runsOf(agentId) - before }).toMatchObject(
			endSeen ? { error: null, result: sentAgain, runs: 1 } : { error: unseen, result: null, runs: 0 },
		);
	});
});

describe('a service that shows no ended run', () => {
	beforeEach(() => platform.admin.setSettings({ endedRun: 'absent' }));

	it.each(['finished', 'canChat'] as const)('a run that was seen, waited for until %s', async (waitUntil) => {
		await platform.admin.setSettings({ clockFactor: SLOW });
		const agentId = await newAgent({ trained: false });
		const task = await platform.retrain(`${agentId} seen`, { agentId, waitUntil });
		await platform.untilRunShown(task.id);
		await platform.admin.setSettings({ clockFactor: FAST });
		const ended = await platform.ended(task.id);
		expect(ended).toMatchObject({ status: 'completed' });
		const { run, outcome } = retrainResultSchema.parse(ended.result);
		expect(run?.id).toMatch(/^run_/);
		expect(outcome).toBe(waitUntil === 'canChat' ? 'can_chat' : 'finished');
	});

	it('a request lost before its effect, of an agent that cannot chat: sent again, and said so', async () => {
		const agentId = await newAgent({ trained: false });
		await failRetrainOf(agentId, 'lost-before');
		const { audit } = retrainResultSchema.parse((await retrained(agentId, 'lost-before')).result);
		expect(audit).toMatchObject({ postAttempts: 2, ambiguous: true, looks: [{ canChat: false }, { canChat: false }] });
		// A service that shows ended runs looks the same before a first one.
		expect(audit.assumed).toContain('No successful run took place before the repeated request');
		expect(runsOf(agentId)).toBe(1);
	});

	it('two requests answered with 503: needs no person', async () => {
		const agentId = await newAgent({ trained: true });
		const before = runsOf(agentId);
		await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 503 }, 2);
		const { result } = await retrained(agentId, 'unavailable');
		expect(retrainResultSchema.parse(result).audit).toMatchObject({ postAttempts: 3, repeats: 2 });
		expect(runsOf(agentId)).toBe(before + 1);
	});

	it('every row of a nightly retrain', async () => {
		const agentIds = [await newAgent({ trained: true }), await newAgent({ trained: false })];
		const input = { version: 1, connection: 'sandbox', agentIds, waitUntil: 'finished', ifActive: 'adopt' };
		const task = await platform.tasks.start({
			type: 'nightly-retrain',
			idempotencyKey: 'nightly',
			input: { ...input, atOnce: 2, agentTimeoutSeconds: 600 },
		});
		const { rows, counts } = nightlyRetrainResultSchema.parse((await platform.ended(task.id)).result);
		expect(counts).toMatchObject({ completed: 2, failed: 0 });
		expect(rows.map((row) => row.endSeen)).toEqual([false, false]);
	});

	it('an active run that add-sources waits out', async () => {
		await platform.admin.setSettings({ clockFactor: SLOW });
		const agentId = await newAgent({ trained: false });
		const run = await platform.retrain(`${agentId} in the way`, { agentId });
		await platform.untilRunShown(run.id);
		const sources = [{ type: 'text', title: 'Hours', content: 'Open from nine to five.' }];
		const input = { version: 1, connection: 'sandbox', agentId, sources, ifPresent: 'add' };
		const task = await platform.tasks.start({ type: 'add-sources', idempotencyKey: 'add', input });
		await platform.untilStage(task.id, 'waiting');
		await platform.admin.setSettings({ clockFactor: FAST });
		expect(await platform.ended(task.id)).toMatchObject({ status: 'completed', result: { counts: { indexed: 1 } } });
	});
});
