import { Command } from 'commander';
import { EVENT_TYPES, type EventType } from '../../../workflows/task/event';
import { keyedWrite } from '../keyed-write';
import { addGatewayOptions, KEY_HELP, wholeNumber } from '../options';
import { type Screen, timeInColumn, timesHead } from '../screen';
import { listTable } from '../table';
import { printResult, type Terminal } from '../terminal';
import { eventOf } from './event-options';
import { createSubscriptionCommand, updateSubscriptionCommand } from './save-subscription';
import { type Delivery, type Subscription, subscriptionClient, type SubscriptionOptions } from './subscription-client';

/** `agent-knowledge subscriptions list|show|create|update|rotate-secret|deliveries|resend|send-sample|delete` */
export function subscriptionsCommand(terminal: Terminal): Command {
	const subscriptions = new Command('subscriptions').description('manage event subscriptions and their deliveries');
	const commands = [
		list,
		show,
		createSubscriptionCommand,
		updateSubscriptionCommand,
		rotate,
		deliveries,
		resend,
		sendSample,
		remove,
	];
	for (const command of commands)
		subscriptions.addCommand(addGatewayOptions(command(terminal)).option('--json', 'print JSON'));
	return subscriptions;
}

function list(terminal: Terminal): Command {
	return new Command('list')
		.description('list all subscriptions, newest first')
		.action(async (options: SubscriptionOptions) => {
			const { items } = await subscriptionClient(options, terminal).list();
			printResult(terminal, options, { items }, () =>
				items.length === 0 ? 'No subscriptions.' : subscriptionTable(items, terminal.screen),
			);
		});
}

function show(terminal: Terminal): Command {
	return new Command('show')
		.description('show one subscription')
		.argument('<id>')
		.action(async (id: string, options: SubscriptionOptions) => {
			const subscription = await subscriptionClient(options, terminal).show(id);
			printResult(terminal, options, subscription, () => subscriptionTable([subscription], terminal.screen));
		});
}

function rotate(terminal: Terminal): Command {
	return new Command('rotate-secret')
		.description('create a new secret; for a day, messages are signed with the previous one, too')
		.argument('<id>')
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, options: SubscriptionOptions) => {
			const client = subscriptionClient(options, terminal);
			const changed = await keyedWrite(terminal, options.key, (key) => client.rotateSecret(id, key));
			printResult(terminal, options, changed, () => changed.secret ?? '');
		});
}

interface DeliveriesOptions extends SubscriptionOptions {
	limit: number;
	pageToken?: string;
}

function deliveries(terminal: Terminal): Command {
	return new Command('deliveries')
		.description('list deliveries, newest first')
		.argument('<id>')
		.option('--limit <count>', 'deliveries in a page, 1 to 100', wholeNumber, 20)
		.option('--page-token <token>', 'the next page, as the previous page names it')
		.action(async (id: string, { limit, pageToken, ...options }: DeliveriesOptions) => {
			const page = await subscriptionClient(options, terminal).deliveries(id, { limit, pageToken });
			printResult(terminal, options, page, () =>
				page.items.length === 0 ? 'No deliveries.' : deliveryTable(page.items, terminal.screen),
			);
			if (!options.json && page.nextPageToken !== null) terminal.note(`More: --page-token ${page.nextPageToken}`);
		});
}

function resend(terminal: Terminal): Command {
	return new Command('resend')
		.description('resend an event, with the same webhook-id')
		.argument('<id>', 'the subscription')
		.argument('<delivery>', 'id of the delivery, as `subscriptions deliveries` shows it')
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, delivery: string, options: SubscriptionOptions) => {
			const client = subscriptionClient(options, terminal);
			const begun = await keyedWrite(terminal, options.key, (key) => client.resend(id, delivery, key));
			printResult(terminal, options, begun, () => `Resent as ${begun.id}.`);
		});
}

function sendSample(terminal: Terminal): Command {
	return new Command('send-sample')
		.description('send an invented event, marked as a sample, to see that it arrives')
		.argument('<id>', 'the subscription')
		.argument('<event>', `one of its events: ${EVENT_TYPES.join(', ')}`, eventOf)
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, event: EventType, options: SubscriptionOptions) => {
			const client = subscriptionClient(options, terminal);
			const begun = await keyedWrite(terminal, options.key, (key) => client.sendSample(id, event, key));
			printResult(terminal, options, begun, () => `Sending it as ${begun.id}.`);
		});
}

function remove(terminal: Terminal): Command {
	return new Command('delete')
		.description('delete a subscription, which then gets no further messages')
		.argument('<id>')
		.action(async (id: string, options: SubscriptionOptions) => {
			await subscriptionClient(options, terminal).delete(id);
			printResult(terminal, options, { id, deleted: true }, () => `${id} is deleted.`);
		});
}

function subscriptionTable(subscriptions: readonly Subscription[], screen: Screen | null): string {
	const rows = subscriptions.map(({ id, format, url, recipients, events, connection, enabled, description }) => [
		...[id, format, url ?? recipients.join('\n'), events.join('\n')],
		...[connection ?? 'all', enabled ? 'on' : 'off', description],
	]);
	const head = ['Subscription', 'Format', 'Receiver', 'Events', 'Connection', 'State', 'Description'];
	return listTable(head, rows, screen);
}

/** A table of what was sent, newest first. */
function deliveryTable(deliveries: readonly Delivery[], screen: Screen | null): string {
	const rows = deliveries.map(({ id, type, taskId, status, startedAt, answer, error }) => [
		id,
		taskId,
		type,
		status,
		timeInColumn(startedAt, screen),
		answer ?? error ?? '',
	]);
	const head = ['Delivery', 'Task', 'Event', 'Status', timesHead('Started', screen), 'Response'];
	return listTable(head, rows, screen, 2);
}
