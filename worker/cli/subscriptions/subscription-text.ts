import Table from 'cli-table3';
import type { Delivery, Subscription } from './subscription-client';

/** A table of subscriptions, as wide as its content. */
export function subscriptionTable(subscriptions: readonly Subscription[]): string {
	const table = new Table({
		head: ['Subscription', 'Address', 'Events', 'Connection', 'State', 'Description'],
		style: { head: [] },
	});
	for (const { id, url, events, connection, enabled, description } of subscriptions)
		table.push([id, url, events.join('\n'), connection ?? 'all', enabled ? 'on' : 'off', description]);
	return table.toString();
}

/** A table of what was sent, newest first. */
export function deliveryTable(deliveries: readonly Delivery[]): string {
	const table = new Table({ head: ['Delivery', 'Event', 'Task', 'Status', 'Begun', 'Answer'], style: { head: [] } });
	for (const { id, type, taskId, status, startedAt, answer, error } of deliveries)
		table.push([id, type, taskId, status, startedAt, answer ?? error ?? '']);
	return table.toString();
}
