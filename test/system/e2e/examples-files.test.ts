import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Source } from '../../../api';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { pictureOfExecution } from './example-picture';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

/** One more byte than a file may have (specification, part 8). */
const TOO_BIG = 10 * 1024 * 1024 + 1;

/** Indexing takes long, until a test says otherwise. */
const NEARLY_STOPPED = 0.001;

const flows = useFlows();
const browser = useBrowser();

it('files-from-a-folder.json makes each file a source once, and says what became of it', async () => {
	const { n8n, stack } = flows().running;
	const standIn = await StandIn.import(n8n);
	const folder = join(n8n.filesFolder, 'knowledge');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'opening-hours.md'), '# Opening hours\n\nThe museum opens at nine.\n');
	await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nand then nothing of a PDF');
	await writeFile(join(folder, 'too-big.txt'), 'x'.repeat(TOO_BIG));
	await writeFile(join(folder, 'program.exe'), 'of a type that the service does not take');

	const admin = new SandboxAdmin(stack.sandbox);
	await admin.setSettings({ clockFactor: NEARLY_STOPPED });
	const running = run();
	// Two files are being indexed: at the third look the flow has gone round its loop.
	await eventually(
		() => admin.requests({ method: 'GET', path: '/agents/{id}/sources/{sourceId}' }),
		(looks) => !(looks.length < 3),
		'The second look at a source',
	);
	await flows().agents.finishTraining();
	const first = await running;
	expect((await fileSources()).map(({ name, status }) => [name, status])).toEqual([
		['broken.pdf', 'failed'],
		['opening-hours.md', 'indexed'],
	]);
	const said = (await standIn.messages()).map(({ text }) => text).sort();
	expect(said).toEqual([
		expect.stringMatching(/^broken\.pdf could not be indexed: .+ Delete the source/),
		expect.stringMatching(/^opening-hours\.md is indexed: the agent knows its \d+ words\.$/),
		expect.stringMatching(/^too-big\.txt was not uploaded\. .+ is too big\. It has 10485761 bytes/),
	]);

	await rm(join(folder, 'too-big.txt'));
	expect((await run()).runs('Upload File')).toBe(0);
	expect(await fileSources()).toHaveLength(2);
	const { workflowId, id: executionId } = first;
	await pictureOfExecution(browser(), n8n, { workflowId, executionId, file: 'example-files-from-a-folder.png' });
});

it('files-from-a-folder.json does nothing when the folder is empty', async () => {
	await rm(join(flows().running.n8n.filesFolder, 'knowledge'), { recursive: true, force: true });

	expect((await run()).runs('Only New Files')).toBe(0);
});

async function run() {
	const { n8n } = flows().running;
	const workflowId = await n8n.importExample('files-from-a-folder.json');
	const execution = await flows().untilEnded(await startFlow(n8n.client, workflowId, 'Every 5 Minutes'));
	expect(execution.status).toBe('success');
	return { workflowId, id: execution.id, runs: (node: string) => execution.runs(node) };
}

async function fileSources(): Promise<Source[]> {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	const params = { id: 'agent_support' };
	const { items } = await createClient({ baseUrl, apiKey }).call('listSources', { params, query: { type: 'file' } });
	return items.sort((one, other) => one.name.localeCompare(other.name));
}
