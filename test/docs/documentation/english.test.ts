import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../api/openapi';
import { AgentKnowledgeApi } from '../../../credentials/AgentKnowledgeApi.credentials';
import { AgentKnowledge } from '../../../nodes/AgentKnowledge/AgentKnowledge.node';
import { AgentKnowledgeTrigger } from '../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';
import { AgentKnowledgeSyncedLeadTrigger } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { AgentKnowledgeTaskTrigger } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node';
import { testGateway } from '../../../worker/gateway/testing/test-gateway';
import { habitsIn } from './habits';
import { formProblems, proseOf } from './prose';
import { stringsIn, textsIn, textsOfNode } from './texts';

/** What is held to our English. It grows: add a page or a folder once its texts are rewritten. */
const SCOPE = {
	pages: [
		...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'],
		...[
			'api',
			'workflows',
			'nodes',
			'credentials',
			'task-nodes',
			'examples',
			'sandbox',
			'worker',
			'scripts',
			'test',
		].map((folder) => `${folder}/README.md`),
		'worker/gateway/console/README.md',
		...['.changeset/README.md', '.github/CODE_OF_CONDUCT.md', '.github/SUPPORT.md'],
		'deploy/helm/agent-knowledge/README.md',
		...['docs', 'docs/decisions', 'docs/reference', 'docs/roles'].flatMap(markdownIn),
	],
	/** Folders whose strings, errors and hints included, people read. */
	sources: ['nodes', 'credentials', 'task-nodes', 'api', 'workflows', 'worker', 'sandbox', 'scripts'],
	/** Words that a search skips. Nobody reads them as a sentence. */
	lists: 'sandbox/search/words.ts',
};

const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');

describe.each(SCOPE.pages)('%s', (file) => {
	it('has no sentence of the kind that is read twice', () => {
		expect(proseOf(read(file)).texts.flatMap((text) => habitsIn(file, text))).toEqual([]);
	});

	it('is easy to read: short lines, sentences and paragraphs, and its reader first', () => {
		expect(formProblems(read(file))).toEqual([]);
	});
});

it.each([
	new AgentKnowledge(),
	new AgentKnowledgeTrigger(),
	new AgentKnowledgeTask(),
	new AgentKnowledgeTaskTrigger(),
	new AgentKnowledgeSyncedLeadTrigger(),
])('the node $description.displayName shows none of them', (node) => {
	const texts = textsOfNode(node);
	expect(texts.length).toBeGreaterThan(10);
	expect(texts.flatMap(({ where, text }) => habitsIn(where, text))).toEqual([]);
});

it.each([new AgentKnowledgeApi(), new AgentKnowledgeGatewayApi()])(
	'the credential $displayName shows none',
	(credential) => {
		const texts = textsIn(credential, credential.name);
		expect(texts.length).toBeGreaterThan(3);
		expect(texts.flatMap(({ where, text }) => habitsIn(where, text))).toEqual([]);
	},
);

it("the description of the service's API has none", () => {
	const texts = textsIn(openApiDocument({ serverUrl: 'https://agents.example.com' }), 'openapi');
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.flatMap(({ where, text }) => habitsIn(where, text))).toEqual([]);
});

it("the description of the gateway's API has none", async () => {
	const { ask } = await testGateway();
	const texts = textsIn((await ask({ url: '/openapi.json', token: null })).body, 'openapi');
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.flatMap(({ where, text }) => habitsIn(where, text))).toEqual([]);
});

it.each(SCOPE.sources)('no string in %s has any', (folder) => {
	const texts = stringsIn(folder).filter(({ where }) => !where.startsWith(SCOPE.lists));
	expect(texts.length).toBeGreaterThan(3);
	expect(texts.flatMap(({ where, text }) => habitsIn(where, text))).toEqual([]);
});

describe('the check finds', () => {
	it.each([
		'Whom it goes to, with commas between; with CC at most 10 addresses.',
		'who is told by mail that there is something to decide',
		'It was waited once, 3 s in all.',
		'The service asks to wait for 90 s, which is longer than is waited here.',
		'left out: all that the key can see when the task begins',
		'Because nobody watches any more, run X goes on at the service.',
		'A row of result for each',
		'There is none yet.',
		'What holds it up',
	])('"%s"', (text) => {
		expect(habitsIn('a page', text)).not.toEqual([]);
	});

	it.each([
		['a long line', `For readers: this is a page. ${'Many short words are here. '.repeat(4)}`],
		['a long sentence', `For readers: this page\n${'has many\nwords '.repeat(20)}.`],
		['a long paragraph', `For readers: this is a page.\n\n${'It is short.\n'.repeat(6)}`],
		['two sentences in one', 'For readers: this is one sentence; this is another.'],
		['a page that does not say who it is for', 'One YAML file configures the worker.'],
	])('%s', (_what, page) => {
		expect(formProblems(page)).toHaveLength(1);
	});
});

function markdownIn(folder: string): string[] {
	return readdirSync(join(workspaceRoot, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `${folder}/${name}`);
}
