import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { AgentKnowledgeTrigger } from '../../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node';
import { events } from '../../../../nodes/AgentKnowledgeTrigger/events';
import { byId } from '../../../support/nodes/agent-knowledge';

const { description } = new AgentKnowledgeTrigger();
const node = { typeVersion: 1 };
const OF_AGENTS = ['agents', 'agentId', 'agentIds'];

/** Fields that the editor shows for these stored parameters, in the order of the form. */
function shownFields(stored: INodeParameters): string[] {
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(properties, stored, true, true, node, description) ?? {};
	const shown = properties.filter((one) => NodeHelpers.displayParameter(values, one, node, description));
	return shown.map(({ name }) => name).filter((name) => OF_AGENTS.includes(name));
}

/** What n8n keeps of the stored parameters when it runs or saves the flow. */
const kept = (stored: INodeParameters) =>
	NodeHelpers.getNodeParameters(description.properties, stored, false, false, node, description);

it.each(events)('$name has one field for its agent, with what an earlier release stored', ({ value, nothing }) => {
	const stored = { event: value, agentId: byId('agent_support') };
	const isForSeveral = nothing.messageOfSeveral !== undefined;
	expect(shownFields(stored)).toEqual(isForSeveral ? ['agents', 'agentId'] : ['agentId']);
	expect(kept(stored)).toMatchObject({ agentId: byId('agent_support') });
});

it.each([
	[{ agents: 'chosen', agentIds: ['a', 'b'] }, ['agents', 'agentIds']],
	[{ agents: 'all' }, ['agents']],
])('%j shows what it needs, and an event of one agent its field', (chosen, fields) => {
	expect(shownFields({ event: 'newLead', ...chosen })).toEqual(fields);
	expect(kept({ event: 'newLead', ...chosen })).toMatchObject(chosen);
	expect(shownFields({ event: 'trainingFinished', ...chosen })).toEqual(['agentId']);
});
