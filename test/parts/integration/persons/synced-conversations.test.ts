import { eventually } from '../../../support/time/eventually';
import { conversationSyncInputSchema } from '../../../../workflows/conversation-sync/contract';
import type { Person } from '../../../../worker/privacy';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { PersonPlatform, statesOf } from './person-platform';

const PERSON: Person = { email: 'ana@client.example', leads: [] };

const cluster = useCluster();
let url: string;
let kept: PersonPlatform;
let agent: string;
beforeAll(async () => {
	url = await cluster().database('talks');
	kept = await PersonPlatform.start({ destinations: { warehouse: { type: 'postgresql', url } } });
	agent = await kept.syncs.agentWith(0);
});
afterAll(() => kept.syncs.stop());

async function talk(text: string, createdAt?: string): Promise<void> {
	const { admin } = kept.syncs.platform;
	const id = await admin.beginConversation(agent, createdAt === undefined ? {} : { createdAt });
	await admin.addMessage(id, 'visitor', text);
}

const texts = async () => {
	const rows = await query(url, 'SELECT text FROM conversation_messages ORDER BY text');
	return rows.map((row) => Object.values(row as object)[0] as string);
};

test("a person's conversations are erased from both tables while the sync runs, and do not return", async () => {
	await talk('Write to ANA@client.example, please', '2026-11-01T10:00:00Z');
	await talk('Write to joana@client.example, please', '2026-11-01T11:00:00Z');
	const { tasks } = kept.syncs.platform;
	const input = conversationSyncInputSchema.parse({
		connection: 'sandbox',
		destination: 'warehouse',
		agentIds: [agent],
		intervalSeconds: 10,
	});
	const { id } = await tasks.start({ type: 'conversation-sync', idempotencyKey: 'erased', input });
	await eventually(async () => (await texts()).length === 2, Boolean, 'Both conversations');
	const report = await kept.report('erase', PERSON);
	expect(statesOf(report.places, 'destination')).toEqual([{ where: 'warehouse', state: 'erased', count: 1 }]);
	expect(await texts()).toEqual(['Write to joana@client.example, please']);
	await talk('Still ana@client.example', '2026-11-01T12:00:00Z');
	await talk('Somebody else');
	await kept.syncs.act(id, 'sync-now', { everything: true });
	await eventually(texts, (seen) => seen.includes('Somebody else'), 'The new conversation');
	await kept.syncs.cancel(id);
	expect(await texts()).toEqual(['Somebody else', 'Write to joana@client.example, please']);
	const all = await query(
		url,
		'SELECT s::text AS row FROM agent_knowledge_conversations s UNION SELECT c::text FROM conversations c',
	);
	expect(JSON.stringify(all).toLowerCase().replaceAll('joana@', '')).not.toContain('ana@client');
});
