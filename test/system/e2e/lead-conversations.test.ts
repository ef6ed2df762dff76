import { ago, ahead, now } from '../../support/time/moments';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution, type Json } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import { useRealN8n } from '../../support/stack/use-real-n8n';
const MINUTE_MS = 60_000;
/** `settleMinutes` of both flows. */
const SETTLE_MS = MINUTE_MS;
/** Of the same machine, in two processes. */
const CLOCKS_MS = 1_000;

const running = useRealN8n();
const admin = () => new SandboxAdmin(running().stack.sandbox);

beforeAll(async () => {
	for (const { agent: id } of FLOWS)
		await admin().createAgent({ id, name: id, website: running().stack.sandbox.siteUrl });
});

const FLOWS = [
	{
		trigger: 'New Lead',
		agent: 'agent_talks',
		file: 'new-lead-conversation.json',
		killed: () => [running().n8n.server],
	},
	{
		trigger: 'Synced Lead',
		agent: 'agent_synced_talks',
		file: 'synced-lead-conversation.json',
		killed: () => [running().n8n.server, running().stack.worker],
	},
];

describe.each(FLOWS)('$trigger with the conversation', ({ trigger, agent, file, killed }) => {
	const captureInTalk = (minutesAgo: number) => capture(agent, minutesAgo);
	const untilPolled = (count: number) => untilListed(agent, count);

	it('brings a lead of a running talk once, with all that was said, though the processes are killed', async () => {
		const { n8n } = running();
		const flow = await n8n.importFlow(`test/system/e2e/flows/${file}`);
		const given = () => givenOut(flow, trigger);
		const untilGiven = (lead: number) =>
			eventually(async () => (await given()).find(({ id }) => id === lead), isThere, `Lead ${lead} in the flow`, {
				everyMs: 1_000,
				looks: 240,
			});
		await activateFlow(n8n.client, flow);
		await untilPolled(2);

		const over = await captureInTalk(3);
		const talking = await captureInTalk(0);
		expect(wordsOf(await untilGiven(over.lead))).toEqual(['Do you ship to Norway?', 'Yes, within a week.']);
		await untilPolled(2);
		expect((await given()).map(({ id }) => id)).toEqual([over.lead]);

		for (const each of killed()) await each.kill();
		await admin().addMessage(talking.conversation, 'visitor', 'And to Iceland?');
		await admin().addMessage(talking.conversation, 'assistant', 'To Iceland too.');
		const settledAt = ahead(SETTLE_MS).getTime();
		for (const each of killed()) await each.start();
		const item = await untilGiven(talking.lead);
		expect(now().getTime()).toBeGreaterThan(settledAt - CLOCKS_MS);
		expect(wordsOf(item)).toEqual([
			'Do you ship to Norway?',
			'Yes, within a week.',
			'And to Iceland?',
			'To Iceland too.',
		]);
		expect(item['conversation']).toMatchObject({ lastAnswer: 'To Iceland too.', missing: null });

		for (const each of killed()) await each.kill();
		for (const each of killed()) await each.start();
		const later = await captureInTalk(3);
		await untilGiven(later.lead);
		await untilPolled(2);
		const ids = (await given()).map(({ id }) => id);
		expect([...new Set(ids)]).toEqual([over.lead, talking.lead, later.lead]);
		// The last batch before a kill may come again, and nothing else does.
		expect(ids.filter((id) => id === talking.lead).length).toBeLessThanOrEqual(2);
		expect(ids.filter((id) => id === later.lead)).toHaveLength(1);
		await n8n.client.request('POST', `/rest/workflows/${flow}/deactivate`);
	});
});

/** A talk of two messages, in which its visitor leaves an address. Its time is that of the last message. */
async function capture(agent: string, minutesAgo: number): Promise<{ lead: number; conversation: string }> {
	const at = ago(minutesAgo * MINUTE_MS).toISOString();
	const messages = [
		{ role: 'visitor', content: 'Do you ship to Norway?' },
		{ role: 'assistant', content: 'Yes, within a week.' },
	];
	const conversation = await admin().beginConversation(agent, { messages, createdAt: at });
	const more = { conversationId: conversation, capturedAt: at };
	const { id } = await admin().captureLead(agent, { name: 'Ada', email: 'ada@person.example', ...more });
	return { lead: id, conversation };
}

/** The messages in the text of the conversation. */
function wordsOf(item: Json): string[] {
	const text = (item['conversation'] as { text?: string } | undefined)?.text ?? '';
	return text
		.split('\n')
		.map((line) => line.replace(/^\w+ \([^)]*\): /, ''))
		.filter((line) => line !== '');
}

/** What the executions of a flow began with, the first one first. */
async function givenOut(flow: string, trigger: string): Promise<Json[]> {
	const { client } = running().n8n;
	const ended = (await listExecutions(client, flow)).filter(({ status }) => status === 'success');
	const all = await Promise.all(ended.toReversed().map(({ id }) => Execution.read(client, id)));
	return all.flatMap((execution) => execution.output(trigger));
}

/** Waits for so many looks at the list of leads that begin after now. */
async function untilListed(agent: string, count: number): Promise<void> {
	const since = now().toISOString();
	const ask = async () => {
		const polls = await admin().requests({ method: 'GET', path: `/agents/${agent}/leads`, since });
		return polls.filter(({ status }) => status === 200).length >= count ? true : null;
	};
	await eventually(ask, isThere, `${count} looks`);
}
