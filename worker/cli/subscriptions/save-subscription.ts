import { Command, InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType } from '../../../workflows/task/event';
import { CommandError, EXIT, printResult, type Terminal } from '../terminal';
import { listOf } from '../options';
import { keyedWrite } from '../gateway-client';
import { KEY_HELP, subscriptionClient, type SubscriptionOptions } from './subscription-client';

const EVENTS_HELP = `events to send, separated by commas: ${EVENT_TYPES.join(', ')}`;

interface CreateOptions extends SubscriptionOptions {
	url: string;
	events: EventType[];
	connection?: string;
	description?: string;
}

interface UpdateOptions extends Partial<Omit<CreateOptions, 'connection'>> {
	enable?: true;
	disable?: true;
}

export function createSubscriptionCommand(terminal: Terminal): Command {
	return new Command('create')
		.description('create a subscription; prints its id and, only this once, the secret that signs the messages')
		.requiredOption('--url <address>', 'address of the receiver; its host must be one of events.webhookHosts')
		.requiredOption('--events <types>', EVENTS_HELP, eventsOf)
		.option('--connection <name>', 'only events of tasks of this connection; default: of all')
		.option('--description <text>', 'a note for people, shown in the list')
		.option('--key <text>', KEY_HELP)
		.action(async (options: CreateOptions) => {
			const { url, events, connection, description } = options;
			const client = subscriptionClient(options, terminal);
			const subscription = {
				url,
				events,
				...(connection === undefined ? {} : { connection }),
				...(description === undefined ? {} : { description }),
			};
			const made = await keyedWrite(terminal, options.key, (key) => client.create(key, subscription));
			printResult(terminal, options, made, () => `${made.id}\n${made.secret}`);
		});
}

export function updateSubscriptionCommand(terminal: Terminal): Command {
	return new Command('update')
		.description('change a subscription')
		.argument('<id>')
		.option('--url <address>', 'address of the receiver; its host must be one of events.webhookHosts')
		.option('--events <types>', EVENTS_HELP, eventsOf)
		.option('--description <text>', 'a note for people, shown in the list')
		.option('--enable', 'send events again')
		.option('--disable', 'send no events; events of that time are not sent later')
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, options: UpdateOptions) => {
			const [client, change] = [subscriptionClient(options, terminal), changeOf(options)];
			const changed = await keyedWrite(terminal, options.key, (key) => client.change(id, key, change));
			printResult(terminal, options, changed, () => `${id} is changed.`);
		});
}

function changeOf({ url, events, description, enable, disable }: UpdateOptions) {
	if (enable && disable) throw new CommandError('Give either --enable or --disable, not both.', EXIT.badUsage);
	return {
		...(url === undefined ? {} : { url }),
		...(events === undefined ? {} : { events }),
		...(description === undefined ? {} : { description }),
		...(enable ? { enabled: true } : {}),
		...(disable ? { enabled: false } : {}),
	};
}

function eventsOf(text: string): EventType[] {
	return listOf(text).map((name) => {
		const found = EVENT_TYPES.find((type) => type === name);
		if (found !== undefined) return found;
		throw new InvalidArgumentError(`"${name}" is not an event. The events are: ${EVENT_TYPES.join(', ')}.`);
	});
}
