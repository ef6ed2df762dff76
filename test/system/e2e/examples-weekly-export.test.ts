import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../../support/time/moments';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { pictureOfExecution } from './example-picture';
import { StandIn } from './stand-in';
import { executeTrigger, stepThrough } from './step-through';
import { useFlows } from './use-flows';

const FILE = 'weekly-export.json';
const DAY_MS = 24 * 3_600_000;

const flows = useFlows();
const browser = useBrowser();

it('weekly-export.json writes the leads of last week into a file, and says how many', async () => {
	const { n8n, stack } = flows().running;
	const admin = new SandboxAdmin(stack.sandbox);
	const standIn = await StandIn.import(n8n);
	const monday = thisMonday();
	const capture = async (name: string, at: number) => {
		const capturedAt = new Date(at).toISOString();
		await admin.captureLead('agent_quick', { name, email: `${name}@person.example`, capturedAt });
	};
	await capture('week-before', monday - 7 * DAY_MS - 1_000);
	await capture('on-monday', monday - 7 * DAY_MS);
	await capture('on-wednesday', monday - 4 * DAY_MS);
	await capture('on-sunday', monday - 1_000);
	await capture('this-week', monday);

	const execution = await run();
	const [file = ''] = await exported();
	const lines = (await readFile(join(n8n.filesFolder, file), 'utf8')).trimEnd().split(/\r?\n/);
	const names = ['on-monday', 'on-sunday', 'on-wednesday'];
	expect(lines.slice(1).flatMap((line) => names.filter((name) => line.includes(`${name}@`)))).toHaveLength(3);
	expect(lines).toHaveLength(1 + names.length);
	expect((await standIn.messages()).map(({ text }) => text)).toEqual([
		`Last week brought 3 leads. They are in the file .n8n-files/${file}.`,
	]);
	expect(execution.runs('Tell What Failed')).toBe(0);
	const { workflowId, id: executionId } = execution;
	await pictureOfExecution(browser(), n8n, { workflowId, executionId, file: 'example-weekly-export.png' });
});

it('weekly-export.json tells the reason if the export failed, and writes no file', async () => {
	const { n8n, stack } = flows().running;
	const admin = new SandboxAdmin(stack.sandbox);
	const standIn = await StandIn.import(n8n);
	const [files, messages] = [await exported(), (await standIn.messages()).length];
	await admin.addFault('GET', '/agents/agent_quick/leads', { kind: 'status', status: 400 }, 100);

	const execution = await run();
	await admin.clearFaults();
	expect(execution.runs('Save the File')).toBe(0);
	const said = await standIn.messages();
	expect(said).toHaveLength(messages + 1);
	expect(said[0]?.['text']).toMatch(/^The weekly export of leads failed\. \w[^]{20,}/);
	expect(await exported()).toEqual(files);
});

it('weekly-export.json can be built step by step', async () => {
	const id = await flows().running.n8n.importExample(FILE);
	const trigger = 'Every Monday';
	const nodes = ['Where Things Are', 'Export Last Week', 'Is the File Here?', 'Save the File', 'Tell the Team'];

	const whole = await executeTrigger(flows(), id, trigger);
	expect((await stepThrough(flows(), id, { whole, trigger, nodes })).runs('Tell the Team')).toBe(1);
});

async function run() {
	const { n8n } = flows().running;
	const workflowId = await n8n.importExample(FILE);
	const execution = await flows().untilEnded(await startFlow(n8n.client, workflowId, 'Every Monday'));
	expect(execution.status).toBe('success');
	return { workflowId, id: execution.id, runs: (node: string) => execution.runs(node) };
}

async function exported(): Promise<string[]> {
	return (await readdir(flows().running.n8n.filesFolder)).filter((name) => name.endsWith('.csv')).sort();
}

/** The beginning of this week's Monday (UTC). */
function thisMonday(): number {
	const today = now();
	const sinceMonday = (today.getUTCDay() + 6) % 7;
	return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - sinceMonday);
}
