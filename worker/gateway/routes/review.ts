import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../problem';
import { openReviewToken, type ReviewLink, sealReviewToken } from '../../reviews/review-token';
import type { ReviewView } from '../../../workflows/email/contract';
import base from '../pages/base.css';
import { type Page, renderPage } from '../review/page';
import { closedPage, messagePage, openPage, type OpenReview } from '../review/pages';
import { readForm, reviewFormSchema } from '../review/read-form';
import style from '../review/review.css';
import { TaskNotFoundError } from '../../tasks';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'reviews' | 'keyring' | 'connections'>;

/** No script at all, and forms that go nowhere else. */
const POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	'img-src data:',
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

const paramsSchema = z.object({ token: z.string() });
const TOKEN_LENGTH = 1_000;

/** The page on which a person decides. Whoever has the link may; looking at it changes nothing. */
export const reviewRoutes: FastifyPluginAsync<Options> = async (app, { reviews, keyring, connections }) => {
	await app.register(formbody);

	app.get('/review/style.css', { schema: { hide: true } }, (_request, reply) =>
		secured(reply)
			.type('text/css; charset=utf-8')
			.send(base + style),
	);

	app.get('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		const found = await find(request);
		if ('page' in found) return send(reply, found.status, found.page);
		return send(reply, 200, openPage(await shown(found)));
	});

	app.post('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		if (!isFromThePage(request)) return send(reply, 403, FOREIGN);
		const found = await find(request);
		if ('page' in found) return send(reply, found.status, found.page);
		const form = reviewFormSchema.safeParse(request.body);
		if (!form.success) return send(reply, 400, UNREADABLE);
		const { token, link, reviewer } = found;
		const read = readForm(form.data, token, reviewer);
		if (!read.ok) return send(reply, 400, openPage({ ...(await shown(found)), trouble: read }));
		try {
			const { next } = await reviews.decide(link.taskId, read.request);
			const after = next === null ? token : sealReviewToken(keyring, { ...link, question: next.number });
			return await secured(reply).redirect(`/review/${after}`, 303);
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			return send(reply, error.status, messagePage(error.title, error.detail, 'bad'));
		}
	});

	interface Found {
		token: string;
		link: ReviewLink;
		view: ReviewView;
		reviewer: string | null;
	}

	async function find(request: FastifyRequest): Promise<Found | { status: number; page: Page }> {
		const { token } = paramsSchema.parse(request.params);
		const link = token.length > TOKEN_LENGTH ? null : openReviewToken(keyring, token);
		if (link === null) return { status: 404, page: UNKNOWN };
		const view = await viewOf(link.taskId);
		if (view === null) return { status: 404, page: UNKNOWN };
		if (view.question?.number !== link.question) return { status: 410, page: closedPage(view, link.question) };
		if (Date.now() >= link.expiresAt) return { status: 410, page: EXPIRED };
		const reviewer = link.reviewer === null ? null : (view.reviewers[link.reviewer] ?? null);
		return { token, link, view, reviewer };
	}

	async function viewOf(taskId: string): Promise<ReviewView | null> {
		try {
			return await reviews.read(taskId);
		} catch (error) {
			if (error instanceof TaskNotFoundError) return null;
			throw error;
		}
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

/** Another site can make a browser send a form; it cannot make it say that the form was ours. */
function isFromThePage({ headers }: FastifyRequest): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
	const { origin, host } = headers;
	return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

async function send(reply: FastifyReply, status: number, page: Page): Promise<FastifyReply> {
	return secured(reply)
		.code(status)
		.type('text/html; charset=utf-8')
		.send(await renderPage(page));
}

/** The address is a secret: it is kept by no cache, and told to no other site. */
function secured(reply: FastifyReply): FastifyReply {
	return reply
		.header('content-security-policy', POLICY)
		.header('cache-control', 'no-store')
		.header('referrer-policy', 'same-origin')
		.header('x-content-type-options', 'nosniff')
		.header('x-frame-options', 'DENY')
		.header('x-robots-tag', 'noindex');
}

const UNKNOWN = messagePage(
	'There is no such review',
	'The link is not whole, or the task is not kept any more. Open it from the mail or message again.',
);
const EXPIRED = messagePage('The link has expired', 'The time to decide is over. Nothing more can be decided here.');
const FOREIGN = messagePage(
	'The form came from another site',
	'Nothing was decided. Open the link again, and decide there.',
	'bad',
);
const UNREADABLE = messagePage(
	'The form could not be read',
	'Nothing was decided. Open the link again, and decide there.',
	'bad',
);
