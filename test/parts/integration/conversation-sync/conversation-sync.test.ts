import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { ConversationPlatform } from '../../../support/conversation-sync/conversation-platform';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { conversationSyncResultSchema } from '../../../../workflows/conversation-sync/contract';

const NOTE = 'Only for the team: this visitor never pays.';

const cluster = useCluster();
let syncs: ConversationPlatform;
let url: string;

beforeAll(async () => {
	url = await cluster().database('conversations');
	syncs = await ConversationPlatform.start(url);
});
afterAll(() => syncs.stop());
afterEach(() => syncs.platform.admin.clearFaults());

const countsRow = z.array(z.object({ conversations: z.coerce.number(), messages: z.coerce.number() }));

/** The counts of the sync, less the rows that there are. */
async function miscounted(agentId: string) {
	const sql = `SELECT conversations - (SELECT count(*) FROM conversations WHERE agent_id = $1) AS conversations,
			messages - (SELECT count(*) FROM conversation_messages WHERE agent_id = $1) AS messages
		FROM agent_knowledge_conversation_syncs WHERE agent_id = $1`;
	return countsRow.parse(await query(url, sql, [agentId]))[0];
}

describe('a sync of conversations into PostgreSQL', () => {
	it('makes its tables, writes each conversation once, and reads only what changed', async () => {
		const agent = await syncs.newAgent();
		const { admin } = syncs.platform;
		await admin.generate(agent, { kind: 'conversations', count: 130, days: 3 });
		const id = await syncs.talk(agent, 'Hello', 'Are you there?');
		await admin.addNote(id, NOTE);
		const { id: task } = await syncs.sync({ agentIds: [agent] });
		const first = await syncs.firstRound(task);
		expect(await syncs.inTables(agent)).toEqual(await syncs.atService(agent));
		expect(first.progress).toMatchObject({ destination: 'database', itemsDone: 131, callsPerRound: 134 });
		expect(first.progress?.message).toContain('131 of them for transcripts');
		expect(JSON.stringify(await query(url, 'SELECT * FROM conversation_messages'))).not.toContain(NOTE);

		let since = now().getTime();
		await syncs.round(task);
		expect(await syncs.calls(since)).toEqual({ agents: 0, lists: 3, transcripts: [] });

		const [old] = (await syncs.inTables(agent)).filter((each) => each.id !== id && each.state === 'open');
		await admin.changeConversation(old?.id ?? '', { state: 'resolved' });
		await admin.addMessage(id, 'visitor', 'Late');
		const fresh = await syncs.talk(agent, 'New');
		since = now().getTime();
		const third = await syncs.round(task);
		const { transcripts } = await syncs.calls(since);
		expect(transcripts.toSorted()).toEqual([old?.id ?? '', id, fresh].toSorted());
		expect(third.progress?.callsPerRound).toBe(6);
		expect(await syncs.inTables(agent)).toEqual(await syncs.atService(agent));
		expect(await miscounted(agent)).toEqual({ conversations: 0, messages: 0 });

		await admin.deleteConversation(fresh);
		await syncs.round(task, { everything: true });
		expect(await syncs.inTables(agent)).toEqual(await syncs.atService(agent));
		const gone = await query(url, 'SELECT messages FROM conversations WHERE deleted_at IS NOT NULL');
		expect(gone).toEqual([{ messages: '1' }]);
		const ended = await syncs.cancel(task);
		expect(ended.status).toBe('cancelled');
		const result = conversationSyncResultSchema.parse(ended.result);
		expect(result).toMatchObject({ conversations: 132, deleted: 1, withoutTranscript: 0 });
		expect(result.agents).toMatchObject([{ agentId: agent, gone: false, problem: null }]);
		expect(await miscounted(agent)).toEqual({ conversations: 0, messages: 0 });

		since = now().getTime();
		const again = await syncs.sync({ agentIds: [agent] });
		expect(again.id).toBe(task);
		await syncs.firstRound(again.id);
		expect((await syncs.calls(since)).transcripts).toEqual([]);
		await syncs.cancel(again.id);
	});
});
