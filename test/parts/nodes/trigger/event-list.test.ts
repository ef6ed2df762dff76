import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '../../../../nodes/AgentKnowledge/generated/operations';
import { triggerProperties } from '../../../../nodes/AgentKnowledgeTrigger/properties';
import { events, findEvent } from '../../../../nodes/AgentKnowledgeTrigger/events';

it('offers every event once, by name, and says how to make one', () => {
	const [event] = triggerProperties().filter(({ name }) => name === 'event');
	const names = (event?.options ?? []).map(({ name }) => name);
	expect(names).toEqual(events.map(({ name }) => name).sort());
	expect(new Set(events.map(({ value }) => value)).size).toBe(events.length);
	for (const { nothing } of events) expect(nothing.whatToDo).toMatch(/test again\.$/);
});

it('only reads', () => {
	for (const { value } of events) {
		const { endpoints = [], conversationEndpoints = [] } = findEvent(value) ?? {};
		for (const id of [...endpoints, ...conversationEndpoints]) expect(operations[id].retry).toBe('read');
	}
});

it.each(['README.md', 'docs/trigger.md'])('every event stands in %s', async (file) => {
	const text = await readFile(join(__dirname, '../../../..', file), 'utf8');
	const words = text.replace(/\s+/g, ' ');
	expect(events.filter(({ name }) => !words.includes(name))).toEqual([]);
});
