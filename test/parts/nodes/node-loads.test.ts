import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import { loadPackage } from '../../support/nodes/source-package-loader';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

describe('the package n8n-nodes-agent-knowledge', () => {
	it('is loaded by n8n with its node, credential and codex', async () => {
		const loader = await loadPackage(workspaceRoot);
		const { description } = loader.getNode('agentKnowledge').type;
		expect(description).toMatchObject({ name: 'agentKnowledge', usableAsTool: true });
		expect(description.codex?.alias).toEqual(
			expect.arrayContaining(['chatbot', 'knowledge base', 'RAG', 'FAQ', 'retrain']),
		);
		// n8n 2 keeps nodes of this category out of its search, but for agents and chains.
		expect(description.codex?.categories).not.toContain('AI');
		expect(loader.getCredential('agentKnowledgeApi').type.properties.map(({ name }) => name)).toEqual([
			'baseUrl',
			'apiKey',
			'whatTheTestTells',
		]);
	});

	it('says of every operation what it does, in sentence case', () => {
		for (const { operations } of resources) {
			expect(operations.map(({ value }) => value)).toHaveLength(new Set(operations.map(({ value }) => value)).size);
			for (const { action, description, endpoints } of operations) {
				expect(action).toMatch(/^[A-Z][a-z]+( ([a-z0-9-]+|AI|API|COD|Q&A))+$/);
				expect(description.length).toBeGreaterThan(10);
				expect(endpoints.length).toBeGreaterThan(0);
			}
		}
	});

	it('has every operation in the README, and the sections that verification wants', async () => {
		const text = await readFile(join(workspaceRoot, 'README.md'), 'utf8');
		// A long line of the list is wrapped.
		const readme = text.replace(/\n {2}(?=\S)/g, ' ');
		for (const { name, operations } of resources) {
			const names = operations.map((operation) => operation.name).sort();
			expect(readme).toContain(`- **${name}**: ${names.join(', ')}\n`);
		}
		const sections = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'];
		for (const section of [...sections, 'Version history']) expect(readme).toContain(`### ${section}\n`);
	});
});
