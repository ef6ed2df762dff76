import { EventEmitter } from 'node:events';
import type { IDataObject } from 'n8n-workflow';
import { admitEvent } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/received-events';
import { SubscriptionMemory } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/subscription-memory';

const START = Date.UTC(2026, 10, 1);
let number = 0;
beforeEach(() => {
	vi.useFakeTimers({ now: START });
	number += 1;
});
afterEach(() => {
	vi.useRealTimers();
});

/** One delivery of an event; `finish` is the end of n8n's answer. */
function deliver(staticData: IDataObject = {}) {
	const response = Object.assign(new EventEmitter(), { statusCode: 200 });
	const context = {
		getWorkflowStaticData: () => staticData,
		getResponseObject: () => response,
	};
	const event = { subscriptionId: 'subscription~1', eventId: `event-${number}` };
	const admission = admitEvent(context, new SubscriptionMemory(context), event);
	return { admission, staticData, finish: () => response.emit('finish') };
}

it('lets a second delivery wait while the first one starts its execution', () => {
	const first = deliver();
	expect([first.admission, deliver().admission]).toEqual(['new', 'starting']);
	first.finish();
	expect(deliver().admission).toBe('received');
});

it('no longer waits for a first one that never got its answer, unless n8n has stored it', () => {
	const { staticData } = deliver();
	vi.setSystemTime(START + 61_000);
	expect(deliver(staticData).admission).toBe('received');
	expect(deliver().admission).toBe('new');
});

it('keeps five hundred ids', () => {
	let staticData: IDataObject = {};
	for (let count = 0; count <= 500; count += 1) {
		number += 1;
		({ staticData } = deliver(staticData));
	}
	expect(staticData['receivedEvents']).toHaveLength(500);
});
