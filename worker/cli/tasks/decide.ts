import { Argument, Command } from 'commander';
import type { z } from 'zod';
import { planInWords } from '../../../workflows/knowledge-sync/words';
import { decisionAnswerSchema, type decisionBodySchema, reviewSchema } from '../../gateway/schemas';
import { executionSentence } from '../../tasks/executions';
import { DECISIONS } from '../../tasks/subjects';
import { type GatewayClient, taskPath } from '../gateway-client';
import { keyedWrite } from '../keyed-write';
import { fileText, gatewayClient, type GatewayOptions, listOf, listOrNone, oneMore } from '../options';
import { type Screen, timeText } from '../screen';
import { detailTable } from '../table';
import { executionText } from '../task-text';
import { changedText } from './changed-text';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';

type Action = (typeof DECISIONS)[number];

interface DecideOptions extends GatewayOptions, ResultOptions {
	hash?: string;
	to?: string[];
	cc?: string[];
	subject?: string;
	textFile?: string;
	by?: string;
	note?: string;
	resumeAutoReplies?: true;
	despiteStopped?: true;
	keep?: string[];
	change?: string[];
	key?: string;
}

export function decideCommand(terminal: Terminal): Command {
	return new Command('decide')
		.description('show the open question of a task, or decide it with an action')
		.argument('<id>')
		.addArgument(new Argument('[action]', 'default: only show the question').choices(DECISIONS))
		.option('--hash <hash>', 'hash of the version that you saw; the command without an action shows it')
		.option('--to <addresses>', 'edit: recipients, separated by commas', listOf)
		.option('--cc <addresses>', "edit: recipients of a copy, separated by commas; '' for none", listOrNone)
		.option('--subject <text>', 'edit: the subject')
		.option('--text-file <path>', 'edit: a file with the text', fileText)
		.option('--by <name>', "who decides; default: the token's name")
		.option('--note <text>', 'a note for the result')
		.option('--resume-auto-replies', "resume the agent's own replies at the end")
		.option('--despite-stopped', 'approve, or send again, although its execution in n8n was stopped')
		.option('--keep <key>', 'approve a plan: an item that stays as it is; may be given several times', oneMore)
		.option('--change <key=text>', 'edit a plan: another answer or text for a row; may be given several times', oneMore)
		.option('--key <text>', 'the Idempotency-Key: the same key is the same decision; default: a new one')
		.option('--json', 'print JSON')
		.action((id: string, action: Action | undefined, options: DecideOptions) =>
			action === undefined ? show(id, options, terminal) : decide(id, action, options, terminal),
		);
}

async function show(id: string, options: DecideOptions, terminal: Terminal): Promise<void> {
	const review = await new ReviewClient(gatewayClient(options, terminal)).read(id);
	printResult(terminal, options, review, () => reviewText(review, terminal.screen));
}

/** Requires the hash, so that nobody approves a version that they have not seen. */
async function decide(id: string, action: Action, options: DecideOptions, terminal: Terminal): Promise<void> {
	const { hash, by, note, keep } = options;
	if (hash === undefined)
		throw new CommandError(
			`Name the version that you saw with --hash. This command shows it: agent-knowledge tasks decide ${id}`,
			EXIT.badUsage,
		);
	if (action !== 'edit' && changesOf(options).length > 0)
		throw new CommandError(
			'Use --to, --cc, --subject, --text-file and --change only with the action edit.',
			EXIT.badUsage,
		);
	const client = new ReviewClient(gatewayClient(options, terminal));
	const decision = {
		action,
		hash,
		...(action === 'edit' ? edited(await client.read(id), hash, options) : {}),
		...(by === undefined ? {} : { by }),
		...(note === undefined ? {} : { note }),
		...(keep === undefined ? {} : { keep }),
		resumeAutoReplies: options.resumeAutoReplies === true,
		...(options.despiteStopped === true && { despiteStopped: true }),
	};
	const answer = await keyedWrite(terminal, options.key, (key) => client.decide(id, key, decision));
	printResult(terminal, options, answer, () => decisionText(answer));
}

/** The version of that hash, with what the options change. */
function edited({ draft, plan, question }: Review, hash: string, options: DecideOptions) {
	if (changesOf(options).length === 0)
		throw new CommandError(
			'An edit needs --to, --cc, --subject or --text-file, and of a plan --change.',
			EXIT.badUsage,
		);
	const { change } = options;
	if (change !== undefined && changesOf(options).length > 1)
		throw new CommandError(
			'--change is for a plan, and --to, --cc, --subject and --text-file are for a mail. Use one of them.',
			EXIT.badUsage,
		);
	const keys = plan?.rows?.map(({ key }) => key) ?? [];
	if (change !== undefined) return { texts: change.map((each) => changedText(each, keys)) };
	if (draft === null || question?.hash !== hash)
		throw new CommandError(
			'The version has changed, perhaps by your own edit whose response was lost, or nothing waits for a decision. Show the task again.',
			EXIT.badUsage,
		);
	const { to = draft.to, cc = draft.cc, subject = draft.subject, textFile: content = draft.content } = options;
	return { draft: { to, cc, subject, content } };
}

function changesOf({ to, cc, subject, textFile, change }: DecideOptions) {
	return [to, cc, subject, textFile, change].filter((each) => each !== undefined);
}

/** The question with all that a person needs to decide it. */
function reviewText(review: Review, screen: Screen | null): string {
	const { taskId, from, signature, draft, prompt, warnings, plan, question, decisions, execution } = review;
	const decided = decisions.map(
		({ at, by, action, note }) => `${timeText(at, screen)}  ${by}: ${action}${note ? ` (${note})` : ''}`,
	);
	const table = detailTable(
		[
			['Task', taskId],
			['From', from],
			['To', draft?.to.join(', ')],
			['Cc', draft?.cc.join(', ')],
			['Subject', draft?.subject],
			['Text', draft?.content],
			['Signature', signature],
			['Warning', warnings.join('\n')],
			['Prompt', prompt],
			['Set', plan?.set],
			['Plan', plan === null ? null : planText(plan)],
			['Execution', execution === null ? null : waitingText(execution)],
			['Decided', decided.join('\n')],
			['Asked', question?.reason],
			['Until', question === null ? null : timeText(question.expiresAt, screen)],
			['Hash', question?.hash],
		],
		screen,
	);
	return [table, howToDecide(review)].join('\n');
}

/** Whom it is for, and whether anybody still waits. */
function waitingText(execution: NonNullable<Review['execution']>): string | null {
	const { id, flow, url, state } = execution;
	if (id !== null && state !== 'stopped') return executionText({ id, flow, url });
	return `${executionSentence(execution)} To do it all the same, add --despite-stopped.`;
}

/** What was decided, in one sentence. */
function decisionText({ decision, next }: DecisionResponse): string {
	const done = `${decision.by} decided: ${decision.action}.`;
	return next === null
		? done
		: `${done} Nothing is sent yet. The new version waits for a decision: --hash ${next.hash}`;
}

function howToDecide({ taskId, plan, question }: Review): string {
	if (question === null) return 'Nothing waits for a decision.';
	const ofMail = question.kind === 'approval' ? 'approve, edit or reject' : 'confirm_sent, retry_same_key or abandon';
	const actions = plan === null ? ofMail : 'approve (with --keep <key> for what stays) or reject';
	return `Decide with ${actions}:\n  agent-knowledge tasks decide ${taskId} <action> --hash ${question.hash}`;
}

/** A line for each row: what happens, and the key of the item. */
function planText({ steps, rows, rowsNotShown }: NonNullable<Review['plan']>): string {
	const lines = rows?.map(
		({ step, key, isAdopted }) => `${step}: ${key}${isAdopted === true ? ' (another hand made it)' : ''}`,
	) ?? ['The worker no longer has the rows of the plan.'];
	const more = rowsNotShown === 0 ? [] : [`and ${rowsNotShown} more`];
	return [planInWords(steps), ...lines, ...more].join('\n');
}

export type Review = z.output<typeof reviewSchema>;
export type DecisionResponse = z.output<typeof decisionAnswerSchema>;
type DecisionBody = z.input<typeof decisionBodySchema>;

/** The gateway's routes for what tasks ask people. */
class ReviewClient {
	constructor(private readonly gateway: GatewayClient) {}

	read(taskId: string) {
		return this.gateway.ask(reviewSchema, { method: 'GET', path: `${taskPath(taskId)}/review` });
	}

	/** The same key is the same decision. */
	decide(taskId: string, key: string, body: DecisionBody) {
		const path = `${taskPath(taskId)}/decision`;
		return this.gateway.ask(decisionAnswerSchema, { method: 'POST', path, key, body });
	}
}
