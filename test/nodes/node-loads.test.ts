import { resources } from '../../nodes/AgentKnowledge/actions/registry';
import { loadPackage } from './harness/source-package-loader';

describe('the package n8n-nodes-agent-knowledge', () => {
	it('is loaded by n8n with its node, credential and codex', async () => {
		const loader = await loadPackage(`${__dirname}/../..`);
		const { description } = loader.getNode('agentKnowledge').type;
		expect(description).toMatchObject({ name: 'agentKnowledge', usableAsTool: true });
		expect(description.codex?.alias).toEqual(
			expect.arrayContaining(['chatbot', 'knowledge base', 'RAG', 'FAQ', 'retrain']),
		);
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
});
