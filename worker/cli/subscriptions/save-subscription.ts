import { Command, Option } from 'commander';
import {
	DIGESTS,
	SUBSCRIPTION_FORMATS,
	type SubscriptionFormat,
	type SubscriptionSettings,
} from '../../../workflows/subscriptions/state';
import { EVENT_TYPES, type EventType } from '../../../workflows/task/event';
import { CommandError, EXIT, printResult, type Terminal } from '../terminal';
import { addReceiverOptions, KEY_HELP, listOf, receiverAddress, type ReceiverOptions, textOf } from '../options';
import { keyedWrite } from '../keyed-write';
import { eventsOf } from './event-options';
import { subscriptionClient, type SubscriptionOptions } from './subscription-client';

/** The options that both commands have, and that are sent as they are. */
interface SettingOptions extends ReceiverOptions {
	channel?: string;
	botTokenFile?: string;
	recipients?: string[];
	events?: EventType[];
	digests?: SubscriptionSettings['digests'];
	timeZone?: string;
	description?: string;
}

interface CreateOptions extends SubscriptionOptions, SettingOptions {
	format: SubscriptionFormat;
	events: EventType[];
	connection?: string;
}

interface UpdateOptions extends SubscriptionOptions, SettingOptions {
	enable?: true;
	disable?: true;
}

export function createSubscriptionCommand(terminal: Terminal): Command {
	const command = new Command('create')
		.description(
			'create a subscription for a program, a chat or mailboxes; prints its id and, for a program, only this once the secret that signs the messages',
		)
		.addOption(
			new Option('--format <format>', 'events: signed JSON for a program; the others: messages for people')
				.choices(SUBSCRIPTION_FORMATS)
				.default('events'),
		);
	return addSettings(command)
		.requiredOption('--events <types>', EVENTS_HELP, eventsOf)
		.option('--connection <name>', 'only events of tasks of this connection; default: of all')
		.option('--key <text>', KEY_HELP)
		.action(async (options: CreateOptions) => {
			const { format, connection } = options;
			const client = subscriptionClient(options, terminal);
			const subscription = {
				format,
				...settingsOf(options),
				events: options.events,
				...(connection === undefined ? {} : { connection }),
			};
			const made = await keyedWrite(terminal, options.key, (key) => client.create(key, subscription));
			printResult(terminal, options, made, () => (made.secret === null ? made.id : `${made.id}\n${made.secret}`));
		});
}

export function updateSubscriptionCommand(terminal: Terminal): Command {
	const command = new Command('update').description('change a subscription').argument('<id>');
	return addSettings(command)
		.option('--events <types>', EVENTS_HELP, eventsOf)
		.option('--enable', 'send events again')
		.option('--disable', 'send no events; events of that time are not sent later')
		.option('--key <text>', KEY_HELP)
		.action(async (id: string, options: UpdateOptions) => {
			const [client, change] = [subscriptionClient(options, terminal), changeOf(options)];
			const changed = await keyedWrite(terminal, options.key, (key) => client.change(id, key, change));
			printResult(terminal, options, changed, () => `${id} is changed.`);
		});
}

const EVENTS_HELP = `events to send, separated by commas: ${EVENT_TYPES.join(', ')}`;

function addSettings(command: Command): Command {
	return addReceiverOptions(command)
		.option('--channel <id>', CHANNEL_HELP)
		.option('--bot-token-file <path>', TOKEN_HELP)
		.option('--recipients <addresses>', 'email addresses, separated by commas; with --format email', listOf)
		.addOption(
			new Option('--digests <which>', 'problems: if something needs a look; all: also if all is well').choices(DIGESTS),
		)
		.option(
			'--time-zone <name>',
			'zone of the times in messages for people, such as Europe/Berlin; default: that of the connection',
		)
		.option('--description <text>', 'a note for people, shown in the list and at the end of its mails');
}

const CHANNEL_HELP =
	'id of the channel that a bot posts to, with --format slack and --url https://slack.com/api/chat.postMessage';
const TOKEN_HELP = 'file with the token of that bot, which other users of the machine could read in the arguments';

/** Only what was given. */
function settingsOf({
	channel,
	botTokenFile,
	recipients,
	events,
	digests,
	timeZone,
	description,
	...receiver
}: SettingOptions) {
	const address = receiverAddress(receiver);
	return {
		...(address === undefined ? {} : { url: address }),
		...(channel === undefined ? {} : { channel }),
		...(botTokenFile === undefined ? {} : { token: textOf('--bot-token-file', botTokenFile) }),
		...(recipients === undefined ? {} : { recipients }),
		...(events === undefined ? {} : { events }),
		...(digests === undefined ? {} : { digests }),
		...(timeZone === undefined ? {} : { timeZone }),
		...(description === undefined ? {} : { description }),
	};
}

function changeOf({ enable, disable, ...options }: UpdateOptions) {
	if (enable && disable) throw new CommandError('Give either --enable or --disable, not both.', EXIT.badUsage);
	return {
		...settingsOf(options),
		...(enable ? { enabled: true } : {}),
		...(disable ? { enabled: false } : {}),
	};
}
