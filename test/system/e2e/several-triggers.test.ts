import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { useRealN8n } from '../../support/stack/use-real-n8n';
/** So long each page of the longest list takes, so that the polls of the other triggers end before its own. */
const SLOW = { kind: 'delay', delayMs: 1_000 } as const;

/** What comes to each agent. Ten leads share one more conversation. */
const NEWS = [
	{ agent: 'agent_busy', leads: 60, conversations: 120 },
	{ agent: 'agent_quiet', leads: 40, conversations: 20 },
];
/** What each trigger of the flow has to give out. */
const WANTED = {
	'Busy Leads': 60,
	'Busy Conversations': 126,
	'Quiet Leads': 40,
	'Quiet Conversations': 24,
};

const executionSchema = z.looseObject({ id: z.string(), status: z.string() });
const ENDED = ['success', 'error', 'crashed', 'canceled'];

// n8n's newer engine, whose isolate all triggers of a flow share and the first poll that ends gives back.
const running = useRealN8n({ env: () => ({ N8N_EXPRESSION_ENGINE: 'vm' }) });
const admin = () => new SandboxAdmin(running().stack.sandbox);

beforeAll(async () => {
	for (const { agent: id } of NEWS) {
		await admin().createAgent({ id, name: id, website: running().stack.sandbox.siteUrl });
	}
});

it('gives out all of 250 new leads and conversations by four triggers of one flow that poll at once', async () => {
	const { client, importFlow } = running().n8n;
	const id = await importFlow('test/system/e2e/flows/four-triggers.json');
	await activateFlow(client, id);
	for (const { agent } of NEWS) await untilPolled(agent);
	await admin().addFault('GET', '/agents/agent_busy/conversations', SLOW, 100_000);
	for (const { agent, leads, conversations } of NEWS) {
		await admin().generate(agent, { kind: 'leads', count: leads });
		await admin().generate(agent, { kind: 'conversations', count: conversations });
	}

	const executions = await eventually(() => endedWith(id, 250), isThere, 'All that is new', {
		everyMs: 1_000,
		looks: 300,
	});
	expect(executions.map(({ status }) => status).filter((status) => status !== 'success')).toEqual([]);
	const idsOf = (trigger: string) =>
		executions.flatMap((execution) => execution.output(trigger).map((item) => item['id']));
	const different = Object.keys(WANTED).map((trigger) => [trigger, new Set(idsOf(trigger)).size]);
	expect(Object.fromEntries(different)).toEqual(WANTED);
	expect(Object.keys(WANTED).flatMap(idsOf)).toHaveLength(250);
});

/** The first poll takes note of what is there. */
async function untilPolled(agent: string): Promise<void> {
	for (const kind of ['leads', 'conversations']) {
		const ask = async () => {
			const polls = await admin().requests({ method: 'GET', path: `/agents/${agent}/${kind}` });
			return polls.some(({ status }) => status === 200) ? true : null;
		};
		await eventually(ask, isThere, `The first poll of ${agent}'s ${kind}`);
	}
}

/** @returns the flow's executions once they gave out so many items or one has failed; null before that */
async function endedWith(workflowId: string, items: number): Promise<Execution[] | null> {
	const { client } = running().n8n;
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const listed = await client.request('GET', `/rest/executions?limit=100&filter=${filter}`);
	const ended = z
		.object({ results: z.array(executionSchema) })
		.parse(listed)
		.results.filter(({ status }) => ENDED.includes(status));
	const executions = await Promise.all(ended.map((one) => Execution.read(client, one.id)));
	const given = executions.flatMap((execution) => Object.keys(WANTED).flatMap((trigger) => execution.output(trigger)));
	if (given.length >= items || executions.some(({ status }) => status !== 'success')) return executions;
	throw new Error(`${given.length} of ${items} items were given out`);
}
