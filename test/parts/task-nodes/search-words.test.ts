import node from '../../../nodes/AgentKnowledge/AgentKnowledge.node.json';
import trigger from '../../../nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node.json';
import task from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node.json';
import { SEARCH_WORDS } from './search-words';

const aliases: Readonly<Record<string, readonly string[]>> = {
	'Agent Knowledge': node.alias,
	'Agent Knowledge Task': task.alias,
	'Agent Knowledge Trigger': trigger.alias,
};

it.each(Object.entries(SEARCH_WORDS))('"%s" is an alias of %s', (word, name) => {
	expect(aliases[name]).toContain(word);
});
