import { Argument, Command } from 'commander';
import { DECISION_ACTIONS } from '../../../workflows/email/contract';
import { CommandError, EXIT } from '../exit-codes';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { keyedWrite } from '../keyed-write';
import { listOf, listOrNone } from '../lists';
import { printResult, type ResultOptions } from '../result';
import { type Review, ReviewClient } from '../review-client';
import { fileText } from '../run/email-send-with-review';
import type { Terminal } from '../terminal';
import { decisionText, reviewText } from './review-text';

type Action = (typeof DECISION_ACTIONS)[number];

interface DecideOptions extends GatewayOptions, ResultOptions {
	hash?: string;
	to?: string[];
	cc?: string[];
	subject?: string;
	textFile?: string;
	by?: string;
	note?: string;
	resumeAutoReplies?: true;
	key?: string;
}

export function decideCommand(terminal: Terminal): Command {
	return new Command('decide')
		.description('show what a task asks a person, or with an action decide it')
		.argument('<id>')
		.addArgument(new Argument('[action]', 'left out: only show it').choices(DECISION_ACTIONS))
		.option('--hash <hash>', 'of the version that you saw; without an action it is shown')
		.option('--to <addresses>', 'edit: whom it goes to, with commas between', listOf)
		.option('--cc <addresses>', "edit: who gets a copy, with commas between; '' for nobody", listOrNone)
		.option('--subject <text>', 'edit: the subject')
		.option('--text-file <path>', 'edit: a file with the text', fileText)
		.option('--by <name>', "who decides; default: the token's name")
		.option('--note <text>', 'for the result')
		.option('--resume-auto-replies', "resume the agent's own replies at the end")
		.option('--key <text>', 'the Idempotency-Key: the same key is the same decision; default: a new one')
		.option('--json', 'print JSON')
		.action((id: string, action: Action | undefined, options: DecideOptions) =>
			action === undefined ? show(id, options, terminal) : decide(id, action, options, terminal),
		);
}

async function show(id: string, options: DecideOptions, terminal: Terminal): Promise<void> {
	const review = await new ReviewClient(gatewayClient(options, terminal.env)).read(id);
	printResult(terminal, options, review, () => reviewText(review));
}

/** Only with the hash, so that nobody says yes to a version that they have not seen. */
async function decide(id: string, action: Action, options: DecideOptions, terminal: Terminal): Promise<void> {
	const { hash, by, note } = options;
	if (hash === undefined)
		throw new CommandError(
			`Say which version you saw with --hash. See it with: agent-knowledge tasks decide ${id}`,
			EXIT.badUsage,
		);
	if (action !== 'edit' && changesOf(options).length > 0)
		throw new CommandError('--to, --cc, --subject and --text-file go with the action edit alone.', EXIT.badUsage);
	const client = new ReviewClient(gatewayClient(options, terminal.env));
	const decision = {
		action,
		hash,
		...(action === 'edit' ? { draft: edited(await client.read(id), hash, options) } : {}),
		...(by === undefined ? {} : { by }),
		...(note === undefined ? {} : { note }),
		resumeAutoReplies: options.resumeAutoReplies === true,
	};
	const answer = await keyedWrite(terminal, options.key, (key) => client.decide(id, key, decision));
	printResult(terminal, options, answer, () => decisionText(answer));
}

/** The version of that hash, with what the options change. */
function edited({ draft, question }: Review, hash: string, options: DecideOptions) {
	if (changesOf(options).length === 0)
		throw new CommandError('An edit needs --to, --cc, --subject or --text-file.', EXIT.badUsage);
	if (draft === null || question?.hash !== hash)
		throw new CommandError(
			'There is another version by now, maybe your own edit whose answer was lost, or nothing to decide. Look at it again.',
			EXIT.badUsage,
		);
	const { to = draft.to, cc = draft.cc, subject = draft.subject, textFile: content = draft.content } = options;
	return { to, cc, subject, content };
}

function changesOf({ to, cc, subject, textFile }: DecideOptions) {
	return [to, cc, subject, textFile].filter((each) => each !== undefined);
}
