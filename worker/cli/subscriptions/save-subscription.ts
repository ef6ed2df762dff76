import { Command, InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType } from '../../../workflows/task/event';
import { CommandError, EXIT, printResult, type Terminal } from '../terminal';
import { listOf } from '../options';
import { keyedWrite } from '../gateway-client';
import { KEY_HELP, subscriptionClient, type SubscriptionOptions } from './subscription-client';

const EVENTS_HELP = `what it is told of, with commas between: ${EVENT_TYPES.join(', ')}`;

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
		.description('tell an address of events; prints the id, and the secret that signs the messages, this once')
		.requiredOption('--url <address>', 'its host must be one of events.webhookHosts')
		.requiredOption('--events <types>', EVENTS_HELP, eventsOf)
		.option('--connection <name>', 'only of tasks of this connection; default: of all')
		.option('--description <text>', 'for the people who look at the list')
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
		.option('--url <address>', 'its host must be one of events.webhookHosts')
		.option('--events <types>', EVENTS_HELP, eventsOf)
		.option('--description <text>', 'for the people who look at the list')
		.option('--enable', 'tell it again')
		.option('--disable', 'tell it nothing; what it misses is not told later')
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, options: UpdateOptions) => {
			const [client, change] = [subscriptionClient(options, terminal), changeOf(options)];
			const changed = await keyedWrite(terminal, options.key, (key) => client.change(id, key, change));
			printResult(terminal, options, changed, () => `${id} is changed.`);
		});
}

function changeOf({ url, events, description, enable, disable }: UpdateOptions) {
	if (enable && disable) throw new CommandError('Give either --enable or --disable.', EXIT.badUsage);
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
		throw new InvalidArgumentError(`"${name}" is no event; there are: ${EVENT_TYPES.join(', ')}.`);
	});
}
