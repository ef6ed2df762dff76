import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../problems/problem';
import { openReviewToken, type ReviewLink, sealReviewToken } from '../../tasks/reviews/review-links';
import type { ReviewView } from '../../../workflows/email/review-contract';
import base from '../style/base.css';
import { isOwnForm, readForm, reviewFormSchema } from '../review/form';
import { closedPage } from '../review/closed';
import { messagePage, type Page, secured, sendPage } from '../review/page';
import { confirmationPage } from '../review/confirmation';
import { openPage, type OpenReview, UNKNOWN, UNREADABLE } from '../review/pages';
import style from '../review/review.css';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'config' | 'reviews' | 'tasks' | 'keyring' | 'connections'>;

const paramsSchema = z.object({ token: z.string() });

/** The page on which a person decides. Everyone with the link may decide. Opening the page changes nothing. */
export const reviewRoutes: FastifyPluginAsync<Options> = async (
	app,
	{ config, reviews, tasks, keyring, connections },
) => {
	await app.register(formbody);

	app.get('/review/style.css', { schema: { hide: true } }, (_request, reply) =>
		secured(reply)
			.type('text/css; charset=utf-8')
			.send(base + style),
	);

	app.get('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		const found = await find(request);
		if ('page' in found) return sendPage(reply, found.status, found.page);
		return sendPage(reply, 200, openPage(await shown(found)));
	});

	app.post('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		if (!isOwnForm(request, config.publicUrl)) return sendPage(reply, 403, FOREIGN);
		const found = await find(request);
		if ('page' in found) return sendPage(reply, found.status, found.page);
		const form = reviewFormSchema.safeParse(request.body);
		if (!form.success) return sendPage(reply, 400, UNREADABLE);
		const { token, link, reviewer } = found;
		const open = await shown(found);
		const typed = form.data;
		if (typed.confirmed === 'back') return sendPage(reply, 200, openPage({ ...open, typed, messages: [] }));
		const read = readForm(typed, token, reviewer, open.draft);
		if (!read.ok) return sendPage(reply, 400, openPage({ ...open, typed, messages: read.messages }));
		// Programs that check links in mails press buttons too. A page's first button decides nothing.
		if (typed.confirmed === undefined) return sendPage(reply, 200, confirmationPage(open, typed, read));
		const { next } = await reviews.decide(link.taskId, read.request);
		if (next !== null && read.approval !== null) await reviews.decide(link.taskId, read.approval(next.hash));
		const after = next === null ? token : sealReviewToken(keyring, { ...link, question: next.number });
		return secured(reply).redirect(`/review/${after}`, 303);
	});

	interface Found {
		token: string;
		link: ReviewLink;
		view: ReviewView;
		reviewer: string | null;
	}

	async function find(request: FastifyRequest): Promise<Found | { status: number; page: Page }> {
		const { token } = paramsSchema.parse(request.params);
		const link = openReviewToken(keyring, token);
		if (link === null) return { status: 404, page: UNKNOWN };
		const view = await reviews.read(link.taskId);
		if (view.question?.number !== link.question) {
			const task = await tasks.get(link.taskId);
			const { question: number, expiresAt } = link;
			return { status: 410, page: closedPage({ view, number, task, expiresAt }) };
		}
		if (Date.now() >= link.expiresAt) return { status: 410, page: EXPIRED };
		const reviewer = link.reviewer === null ? null : (view.reviewers[link.reviewer] ?? null);
		return { token, link, view, reviewer };
	}

	async function shown({ token, view, reviewer }: Found): Promise<OpenReview> {
		const { question, draft, resumeAutoReplies } = view;
		if (question === null || draft === null) throw new Error('The review has no question.');
		const context = { action: `/review/${token}`, hash: question.hash, reviewer, resumeAutoReplies };
		return { view, question, draft, context, conversation: await conversationOf(view) };
	}

	async function conversationOf({ connection, sessionId }: ReviewView): Promise<OpenReview['conversation']> {
		if (sessionId === null) return { messages: [], problem: '' };
		try {
			const messages = await connections.get(connection).transcript(sessionId.replace(/^email:/, ''));
			return { messages, problem: '' };
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			return { messages: null, problem: `It could not be read. ${error.detail}` };
		}
	}
};

const EXPIRED = messagePage('The link has expired', 'The time to decide has passed. You can no longer decide here.');
const FOREIGN = messagePage(
	'The form came from another site',
	'Nothing was decided. Open the link again, and decide there.',
	'bad',
);
