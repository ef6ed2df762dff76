import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import type { DeliveryResult } from '../../../workflows/task/activities';
import { postJson, type JsonPostAnswer } from '../../net/post-json';
import type { OutwardAgent } from '../../net/outward-agent';
import type { SlackMessage } from '../../webhooks/notices/slack-message';
import { nextPause } from './pauses';
import { postToWebhook, type WebhookSettings } from './post-to-webhook';

/** A channel that a bot of the workspace posts to. Only this way tells the id of a message, which threads need. */
interface SlackChannel {
	/** Of `chat.postMessage`. */
	url: string;
	channel: string;
	/** Of the bot. It never stands in an error or a log. */
	token: string;
}

interface SlackPost {
	/** Id of the event. */
	id: string;
	message: SlackMessage;
	/** The message that this one replies to; null: none. */
	threadId: string | null;
}

const answerSchema = z.looseObject({
	ok: z.boolean(),
	ts: z.string().min(1).optional(),
	error: z.string().optional(),
});

/** Slack's own words are short. Whatever else comes is not shown. */
const WORD = /^[a-z_]{1,60}$/;
/** The message that it replies to is gone. */
const NO_THREAD = ['thread_not_found', 'message_not_found', 'cannot_reply_to_message'];
/** What a person does about the errors that a person can correct. */
const TODO: Readonly<Record<string, string>> = {
	channel_not_found: 'Check the channel of the subscription, and invite the bot to it.',
	not_in_channel: 'Invite the bot to the channel.',
	is_archived: 'The channel is archived. Choose another one.',
	missing_scope: 'Give the bot the scope chat:write, and install the app again.',
	invalid_auth: 'Set the token of the bot again.',
	not_authed: 'Set the token of the bot again.',
	token_revoked: 'Set the token of the bot again.',
	token_expired: 'Set the token of the bot again.',
	account_inactive: 'The bot was removed. Install the app again, and set its token again.',
};

/**
 * Makes one attempt to post a message to a channel, in the thread of its incident.
 * @returns with the id of the message
 * @throws ApplicationFailure that is retried
 */
export async function postToSlack(
	{ url, channel, token }: SlackChannel,
	{ id, message, threadId }: SlackPost,
	settings: WebhookSettings,
): Promise<DeliveryResult> {
	let answer: JsonPostAnswer | null = null;
	const post = async (agent: OutwardAgent, signal: AbortSignal) => {
		const send = (thread: string | null) => {
			const body = { channel, ...message, ...(thread === null ? {} : { thread_ts: thread }) };
			const headers = { authorization: `Bearer ${token}` };
			return postJson({ url, content: JSON.stringify(body), headers, agent }, signal);
		};
		answer = await send(threadId);
		// A message alone is better than none.
		if (threadId !== null && NO_THREAD.includes(errorIn(answer) ?? '')) answer = await send(null);
		return answer;
	};
	const result = await postToWebhook({ id, url, format: 'slack', post }, settings);
	return { ...result, ...messageIdIn(answer, new URL(url).host, settings.pauses) };
}

function errorIn({ body }: JsonPostAnswer): string | null {
	const read = readAnswer(body);
	return read === null || read.ok ? null : (read.error ?? 'unknown');
}

/** Slack answers 200 to what it refuses, too. @throws ApplicationFailure that is retried */
function messageIdIn(
	answer: JsonPostAnswer | null,
	host: string,
	pauses: DeliveryPauses,
): Pick<DeliveryResult, 'messageId'> {
	const read = answer === null ? null : readAnswer(answer.body);
	if (read?.ok === true) return read.ts === undefined ? {} : { messageId: read.ts };
	const word = read?.error !== undefined && WORD.test(read.error) ? read.error : null;
	const said = word === null ? 'an answer that is not one of chat.postMessage' : word;
	throw ApplicationFailure.create({
		type: 'not_taken_yet',
		message: [`${host} answered: ${said}.`, ...(word !== null && Object.hasOwn(TODO, word) ? [TODO[word]] : [])].join(
			' ',
		),
		nextRetryDelay: nextPause(pauses),
	});
}

function readAnswer(body: string): z.output<typeof answerSchema> | null {
	try {
		return answerSchema.safeParse(JSON.parse(body)).data ?? null;
	} catch {
		return null;
	}
}
