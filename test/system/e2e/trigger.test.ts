import { z } from 'zod';
import { now } from '../../support/time/moments';
import { eventually, isThere } from '../../support/time/eventually';
import { activateFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { Execution } from '../../support/stack/execution';
import { untilStatus } from '../../support/stack/execution-status';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { AGENT, TriggerLeads } from './trigger-leads';

/** So long a lookup takes that a kill finds executions under way. Milliseconds. */
const SLOW = { kind: 'delay', delayMs: 40 } as const;
const BURST = 50;

const publicationSchema = z.looseObject({
	status: z.string(),
	triggers: z.array(z.looseObject({ errorMessage: z.string().nullable() })),
});

const running = useRealN8n();
const importFlow = (file: string) => running().n8n.importFlow(`test/system/e2e/flows/${file}`);

let leads: TriggerLeads;
let old: number[];
beforeAll(async () => {
	const { sandbox } = running().stack;
	leads = new TriggerLeads(sandbox);
	await leads.admin.createAgent({ id: AGENT, name: AGENT, website: sandbox.siteUrl });
	old = await leads.capture(30);
});

it("gives the editor's test the newest three leads", async () => {
	const { client } = running().n8n;
	const id = await startFlow(client, await importFlow('trigger-leads.json'), 'New Lead');
	await untilStatus(client, id, ['success', 'error']);
	const execution = await Execution.read(client, id);
	expect(execution.output('New Lead').map((lead) => lead['id'])).toEqual(old.slice(-3));
	expect(execution.output('Look Up')).toMatchObject(old.slice(-3).map((leadId) => ({ id: leadId })));
});

it('keeps a flow that cannot work from being published, and says why', async () => {
	const { client } = running().n8n;
	const id = await importFlow('trigger-refused.json');
	await activateFlow(client, id);
	const ask = async () => {
		const answer = await client.request('GET', `/rest/workflows/${id}/publication-status`);
		const { status, triggers } = publicationSchema.parse(answer);
		return status === 'failed' ? triggers : null;
	};
	const triggers = await eventually(ask, isThere, 'The refusal', { everyMs: 1_000 });
	const reason = expect.stringMatching(/problem activating the workflow: .*no such agent/i) as string;
	expect(triggers).toMatchObject([{ errorMessage: reason }]);
});

it('gives out every lead of five bursts, though leads are deleted and n8n is killed three times', async () => {
	const { n8n } = running();
	await leads.admin.addFault('GET', `/agents/${AGENT}/leads/{leadId}`, SLOW, 100_000);
	await activateFlow(n8n.client, await importFlow('trigger-leads.json'));
	await leads.untilPolled(2);
	const tested = (await leads.lookUps()).length;

	const oldOnes = [...old];
	const wanted: number[] = [];
	const kills: string[] = [];
	const burst = async () => {
		const ids = await leads.capture(BURST);
		// Old ones go, ones that the flow has had, and ones that no poll may have seen yet.
		const had = await leads.newestLookedUp(5);
		await leads.delete([...oldOnes.splice(0, 4), ...had, ...ids.splice(10, 3)]);
		wanted.push(...ids);
		return ids;
	};
	for (const part of [0.2, 0.5, 0.8]) {
		const ids = await burst();
		await leads.untilLookedUp(ids, Math.round(part * ids.length));
		await n8n.server.kill();
		kills.push(now().toISOString());
		await n8n.server.start();
	}
	await burst();
	await burst();
	await leads.untilLookedUp(wanted);
	await leads.untilPolled(3);

	const lookUps = (await leads.lookUps()).slice(tested);
	const processOf = (at: string) => kills.filter((kill) => kill <= at).length;
	const inProcess = lookUps.map(({ leadId, at }) => `lead ${leadId} in process ${processOf(at)}`);
	expect(inProcess.filter((each, index) => inProcess.indexOf(each) !== index)).toEqual([]);
	expect(lookUps.filter(({ leadId }) => old.includes(leadId))).toEqual([]);
	const processesOf = (id: number) =>
		new Set(lookUps.flatMap(({ leadId, at }) => (leadId === id ? processOf(at) : [])));
	expect(wanted.filter((id) => processesOf(id).size > 1).length).toBeGreaterThan(0);
});
