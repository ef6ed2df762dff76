/**
 * What flows, programs and stored data of users depend on: the parameters of both n8n packages, and the HTTP APIs.
 * Texts are not among it. When a change of a shape is meant, record it with
 * `UPDATE_SHAPES=1 npx vitest run shapes`, and read the difference before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../api';
import { AgentKnowledgeApi } from '../../../credentials/AgentKnowledgeApi.credentials';
import { AgentKnowledge } from '../../../nodes/AgentKnowledge/AgentKnowledge.node';
import { AgentKnowledgeTrigger } from '../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node';
import { AgentKnowledgeGatewayApi } from '../../../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';
import { AgentKnowledgeSyncedLeadTrigger } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import { AgentKnowledgeTaskTrigger } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node';
import { testGateway } from '../../../worker/gateway/testing/test-gateway';
import { nodeShape, openApiShape } from './without-texts';

const SHAPES: Record<string, () => unknown> = {
	'node-agent-knowledge': () => nodeShape(new AgentKnowledge().description),
	'node-agent-knowledge-trigger': () => nodeShape(new AgentKnowledgeTrigger().description),
	'node-agent-knowledge-task': () => nodeShape(new AgentKnowledgeTask().description),
	'node-agent-knowledge-task-trigger': () => nodeShape(new AgentKnowledgeTaskTrigger().description),
	'node-agent-knowledge-synced-lead-trigger': () => nodeShape(new AgentKnowledgeSyncedLeadTrigger().description),
	'credential-agent-knowledge-api': () => nodeShape(new AgentKnowledgeApi()),
	'credential-agent-knowledge-gateway-api': () => nodeShape(new AgentKnowledgeGatewayApi()),
	'openapi-service': () => openApiShape(openApiDocument({ serverUrl: 'https://service.example' })),
	'openapi-gateway': async () => {
		const { ask } = await testGateway();
		return openApiShape((await ask({ url: '/openapi.json', token: null })).body);
	},
};

it.each(Object.entries(SHAPES))('%s is what it was, but for texts', async (name, shapeOf) => {
	const file = join(__dirname, 'shapes', `${name}.json`);
	const shape = await shapeOf();
	if (process.env['UPDATE_SHAPES'] === '1') writeFileSync(file, `${JSON.stringify(shape, null, '\t')}\n`);
	expect(shape).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

describe('a shape', () => {
	const kept = {
		name: 'order',
		type: 'options',
		default: 'desc',
		displayOptions: { show: { operation: ['getAll'] } },
	};
	const options = [{ name: 'Newest First', value: 'desc', description: 'For lists' }];
	const parameter = { ...kept, displayName: 'Order', options };

	it('of a node leaves names, types, values, defaults and conditions', () => {
		expect(nodeShape(parameter)).toEqual({ ...kept, options: [{ value: 'desc' }] });
	});

	it.each([
		['name', { name: 'sort' }],
		['default', { default: 'asc' }],
		['value of an option', { options: [{ name: 'Newest First', value: 'newest' }] }],
		['condition', { displayOptions: { show: { operation: ['get'] } } }],
		['condition on a parameter named as a text is', { displayOptions: { show: { message: ['yes'] } } }],
	])('of a node differs with another %s', (_what, other) => {
		expect(nodeShape({ ...parameter, ...other })).not.toEqual(nodeShape(parameter));
	});

	it('of an API leaves a property that is named as a text is', () => {
		const schema = { type: 'object', title: 'A page', properties: { title: { type: 'string', title: 'Its title' } } };
		expect(openApiShape(schema)).toEqual({ type: 'object', properties: { title: { type: 'string' } } });
	});

	it('of an API differs when a field is required, and not when fields are in another order', () => {
		const schema = { required: ['a', 'b'] };
		expect(openApiShape(schema)).toEqual(openApiShape({ required: ['b', 'a'] }));
		expect(openApiShape(schema)).not.toEqual(openApiShape({ required: ['a'] }));
	});
});
