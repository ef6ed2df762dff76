import { now } from '../../support/time/moments';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import { useRealN8n } from '../../support/stack/use-real-n8n';
const AGENTS = ['agent_one', 'agent_two', 'agent_gone'];
const TRIGGER = 'All Leads';

const running = useRealN8n();
const admin = () => new SandboxAdmin(running().stack.sandbox);
/** The agent of each lead. */
const captured = new Map<number, string>();

beforeAll(async () => {
	for (const id of AGENTS) await admin().createAgent({ id, name: id, website: running().stack.sandbox.siteUrl });
});

it('gives out the leads of all agents, though n8n is killed, and one agent goes and is named', async () => {
	const { n8n } = running();
	const flow = await n8n.importFlow('test/system/e2e/flows/all-agents.json');
	await activateFlow(n8n.client, flow);
	await untilPolled(AGENTS);
	await capture(AGENTS);
	await untilGivenOut(flow);

	await n8n.server.kill();
	await capture(AGENTS);
	await n8n.server.start();
	await untilGivenOut(flow);

	await deleteAgent('agent_gone');
	await capture(['agent_one', 'agent_two']);
	await untilGivenOut(flow);
	const failed = await eventually(async () => (await failures(flow))[0], isThere, 'The failed execution', {
		everyMs: 500,
	});
	expect(failed.error?.message).toBe('The trigger cannot watch the agent: "agent_gone"');
	expect(failed.error?.lines.join(' ')).toMatch(/^"agent_gone": .* The trigger watches the other agents\./);
	await untilPolled(['agent_one', 'agent_two']);
	expect(await failures(flow)).toHaveLength(1);

	const items = await givenOut(flow);
	expect(items.filter(({ id, agentId }) => captured.get(Number(id)) !== agentId)).toEqual([]);
	const counts = [...captured.keys()].map((lead) => items.filter(({ id }) => id === lead).length);
	// The last batch before the kill comes again, and nothing else does.
	expect(counts.filter((count) => count < 1 || count > 2)).toEqual([]);
	expect(counts.slice(-2)).toEqual([1, 1]);
});

async function capture(agents: readonly string[]): Promise<void> {
	for (const agent of agents) {
		const lead = await admin().captureLead(agent, { name: 'Ada', email: `ada-${captured.size}@person.example` });
		captured.set(lead.id, agent);
	}
}

async function deleteAgent(id: string): Promise<void> {
	const { adminUrl, adminToken } = running().stack.sandbox;
	const headers = { authorization: `Bearer ${adminToken}` };
	const response = await fetch(`${adminUrl}/agents/${id}`, { method: 'DELETE', headers });
	expect(response.ok).toBe(true);
}

async function executions(flow: string): Promise<Execution[]> {
	const { client } = running().n8n;
	const ended = (await listExecutions(client, flow)).filter(({ status }) => ['success', 'error'].includes(status));
	return await Promise.all(ended.map(({ id }) => Execution.read(client, id)));
}

async function givenOut(flow: string) {
	return (await executions(flow)).flatMap((execution) => execution.output(TRIGGER));
}

/** A run that a kill cuts off is crashed, and no failure. */
async function failures(flow: string): Promise<Execution[]> {
	return (await executions(flow)).filter(({ status }) => status === 'error');
}

async function untilGivenOut(flow: string): Promise<void> {
	const ask = async () => {
		const ids = new Set((await givenOut(flow)).map(({ id }) => id));
		const missing = [...captured.keys()].filter((id) => !ids.has(id));
		if (missing.length > 0) throw new Error(`${missing.join(', ')} are missing`);
		return true;
	};
	await eventually(ask, isThere, `${captured.size} leads in the flow`, { everyMs: 500 });
}

/** Waits until a poll that begins after now has read all these agents: what an agent has before its first one is old. */
async function untilPolled(agents: readonly string[]): Promise<void> {
	const since = now().toISOString();
	for (const agent of agents) {
		const ask = async () => {
			const polls = await admin().requests({ method: 'GET', path: `/agents/${agent}/leads`, since });
			return polls.some(({ status }) => status === 200) ? true : null;
		};
		await eventually(ask, isThere, `A poll of ${agent}`);
	}
}
