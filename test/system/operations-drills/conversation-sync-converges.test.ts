import { setTimeout as pause } from 'node:timers/promises';
import { conversationSyncResultSchema } from '../../../workflows/conversation-sync/contract';
import type { Fault } from '../../../sandbox/faults/faults';
import { ConversationPlatform } from '../../support/conversation-sync/conversation-platform';
import { query } from '../../support/postgresql/start-cluster';
import { useCluster } from '../../support/postgresql/use-cluster';
import { pick } from '../../support/seeded-random';

/** Another seed is another story: the same seed tells the same one. */
const SEED = process.env['RANDOM_INPUT_SEED'] ?? '20261123';
const AGENTS = 5;
const STEPS = 80;

const TROUBLE: readonly Fault[] = [
	{ kind: 'lost-before' },
	{ kind: 'lost-after' },
	{ kind: 'broken-json' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 429, retryAfter: 1 },
];

const cluster = useCluster();
let syncs: ConversationPlatform;
let url: string;

beforeAll(async () => {
	url = await cluster().database('converges');
	syncs = await ConversationPlatform.start(url);
});
afterAll(() => syncs.stop());

/** What happens at the service and to what is between, one after the other, while the sync runs. */
class Story {
	readonly agents: string[] = [];
	private readonly talks = new Map<string, string[]>();
	private step = 0;

	async begin(agentId: string): Promise<void> {
		this.talks.set(agentId, []);
		this.agents.push(agentId);
		for (let count = 0; count < 6; count += 1) await this.talk(agentId);
	}

	private async talk(agentId: string): Promise<void> {
		this.talks.get(agentId)?.push(await syncs.talk(agentId, 'Hello', `Step ${this.step}`));
	}

	/** @returns the agent that goes, with all its conversations */
	async end(): Promise<string> {
		const gone = this.agents.shift() ?? '';
		await syncs.platform.admin.deleteAgent(gone);
		return gone;
	}

	async next(): Promise<void> {
		this.step += 1;
		const { admin } = syncs.platform;
		const agentId = pick(SEED, `agent ${this.step}`, this.agents);
		const known = this.talks.get(agentId) ?? [];
		const id = known.length === 0 ? '' : pick(SEED, `talk ${this.step}`, known);
		const state = pick(SEED, `state ${this.step}`, ['open', 'resolved'] as const);
		const fault = pick(SEED, `fault ${this.step}`, TROUBLE);
		const path = pick(SEED, `path ${this.step}`, [`/agents/${agentId}/conversations`, `/conversations/${id}`]);
		const steps: Record<string, () => Promise<unknown>> = {
			inserted: () => this.talk(agentId),
			continued: () => admin.addMessage(id, 'visitor', `Late ${this.step}`),
			changed: () => admin.changeConversation(id, { state }),
			deleted: async () => {
				this.talks.set(
					agentId,
					known.filter((each) => each !== id),
				);
				await admin.deleteConversation(id);
			},
			trouble: () => admin.addFault('GET', path, fault),
			cut: () =>
				query(
					url,
					'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
				),
		};
		const names = ['inserted', 'continued', 'changed', 'deleted', 'trouble', 'trouble', 'cut', 'continued', 'inserted'];
		const name = pick(SEED, `step ${this.step}`, names);
		if (id !== '' || name === 'inserted' || name === 'cut') await steps[name]?.();
	}
}

it('ends with exactly what the service has, whatever happens meanwhile', async () => {
	const story = new Story();
	for (let count = 1; count < AGENTS; count += 1) await story.begin(await syncs.newAgent());
	const { id } = await syncs.sync({ intervalSeconds: 10, fullHours: 1 });
	let gone = '';
	for (let step = 0; step < STEPS; step += 1) {
		await story.next();
		if (step === STEPS / 4) await story.begin(await syncs.newAgent());
		if (step === (3 * STEPS) / 4) gone = await story.end();
		if (step === STEPS / 2) {
			await syncs.platform.stopWorkers();
			await story.next();
			await syncs.platform.restartWorkers();
		}
		// oxlint-disable-next-line test-time/no-timer -- The changes are to fall before, into and after a round.
		await pause(60);
	}
	await syncs.platform.admin.clearFaults();
	await syncs.round(id, { everything: true });
	const [expected, found] = [await syncs.atService(...story.agents), await syncs.inTables(...story.agents)];
	expect(found).toEqual(expected);
	const { result } = await syncs.cancel(id);
	const { conversations, messages, agents } = conversationSyncResultSchema.parse(result);
	expect(agents.map(({ agentId }) => agentId)).toEqual(expect.arrayContaining(story.agents));
	const named = agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	expect(named).toEqual([gone]);
	const [counted] = await query(
		url,
		`SELECT (SELECT count(*) FROM conversations)::int AS conversations,
			(SELECT count(*) FROM conversation_messages)::int AS messages`,
	);
	expect({ conversations, messages }).toEqual(counted);
}, 1_200_000);
