import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type DecisionRequest, type DecisionResponse, EDIT, type ReviewView } from '../../../workflows/review/contract';
import { Problem } from '../../problems/problem';
import { reviewIn } from '../../tasks/definitions';
import { openReviewToken, type ReviewLink, sealReviewToken } from '../../tasks/reviews/review-links';
import { type LookedExecution, unnamed } from '../../tasks/executions';
import type { ReviewSubject } from '../../tasks/subjects';
import { typeOfTaskId } from '../../tasks/task-ids';
import type { Keyring } from '../../temporal/keyring';
import base from '../style/base.css';
import { closedPage } from '../review/closed';
import { linkFrom } from '../review/link-from';
import { isOwnForm, readForm } from '../review/form';
import type { ReviewForm } from '../review/form-shape';
import { notTakenPage } from '../review/not-taken';
import { messagePage, type Page, secured, sendPage } from '../review/page';
import { changePage, openPage, type OpenReview, UNKNOWN, UNREADABLE } from '../review/pages';
import style from '../review/review.css';
import type { PageSubject } from '../review/subject';
import type { GatewayServices } from '../services';

/** Reviews of any subject. */
interface AnyReviews {
	read(taskId: string): Promise<{ subject: Pick<ReviewSubject, 'name'>; view: ReviewView }>;
	decide(
		taskId: string,
		request: DecisionRequest,
		options: { despiteStopped: boolean },
	): Promise<Pick<DecisionResponse, 'next'>>;
	execution(taskId: string): Promise<LookedExecution | null>;
}

interface Options extends Pick<GatewayServices, 'config' | 'tasks' | 'keyring' | 'connections'> {
	reviews: AnyReviews;
	/** By the names of the subjects. */
	pages: ReadonlyMap<string, PageSubject>;
}

const paramsSchema = z.object({ token: z.string() });

/** What a link leads to. */
interface Linked {
	token: string;
	/** Path of the page that the browser asked for, from which its links lead on. */
	page: string;
	link: ReviewLink;
	subject: PageSubject;
	view: ReviewView;
	reviewer: string | null;
	/** Why the link takes no decision; null while it does. */
	closed: Page | null;
}

/** The pages on which a person decides. Everyone with the link may decide. Opening a page changes nothing. */
export const reviewRoutes: FastifyPluginAsync<Options> = async (
	app,
	{ config, reviews, tasks, keyring, connections, pages },
) => {
	await app.register(formbody);

	app.get('/review/style.css', { schema: { hide: true } }, (_request, reply) =>
		secured(reply)
			.type('text/css; charset=utf-8')
			.send(base + style),
	);

	app.get('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		const linked = await find(request);
		if (linked === null) return sendPage(reply, 404, UNKNOWN);
		if (linked.closed !== null) return sendPage(reply, 410, linked.closed);
		return sendPage(reply, 200, openPage(await shown(linked)));
	});

	app.get('/review/:token/change', { schema: { hide: true } }, async (request, reply) => {
		const linked = await find(request);
		if (linked === null) return sendPage(reply, 404, UNKNOWN);
		if (linked.closed !== null) return sendPage(reply, 410, linked.closed);
		const { change } = linked.subject;
		if (change === null || linked.view.question?.kind !== 'approval')
			return secured(reply).redirect(linkTo(linked), 303);
		return sendPage(reply, 200, changePage(await shown(linked), change));
	});

	app.post('/review/:token', { schema: { hide: true } }, async (request, reply) => {
		if (!isOwnForm(request, config.publicUrl)) return sendPage(reply, 403, FOREIGN);
		request.unsentForm = unsentFormOf(request);
		const linked = await find(request);
		if (linked === null) return sendPage(reply, 404, UNKNOWN);
		const { data: form } = linked.subject.form.safeParse(request.body);
		if (form === undefined) return sendPage(reply, 400, UNREADABLE);
		return linked.closed === null ? decide(reply, linked, form) : refuse(reply, linked, linked.closed, form);
	});

	/** A decision on exactly the version that the form's page showed. */
	async function decide(reply: FastifyReply, linked: Linked, form: ReviewForm): Promise<FastifyReply> {
		const { reviewer, view, link, subject, token } = linked;
		const again = async (status: number, messages: string[]) => {
			const review = { ...(await shown(linked)), trouble: { messages, form } };
			const isEdit = form.action === EDIT && subject.change !== null;
			return sendPage(reply, status, isEdit ? changePage(review, subject.change) : openPage(review));
		};
		if (form.hash !== view.question?.hash) return again(409, [subject.otherVersion]);
		const read = readForm(subject, form, { token, reviewer }, view);
		if (!read.ok) return again(400, read.messages);
		try {
			return await take(reply, linked, read.request, form);
		} catch (error) {
			if (!(error instanceof Problem) || error.status !== 409) throw error;
			if (error.type === 'execution_stopped') return again(409, [STOPPED]);
			// Somebody else decided at the same moment.
			const now = await follow(token, link, linked.page);
			if (now.closed === null) throw error;
			return refuse(reply, now, now.closed, form);
		}
	}

	/** The version is decided already. The same form sent twice has the response of the first. */
	async function refuse(reply: FastifyReply, linked: Linked, closed: Page, form: ReviewForm): Promise<FastifyReply> {
		const { token, link, subject, view, reviewer } = linked;
		const read = readForm(subject, form, { token, reviewer }, null);
		const earlier = view.decisions.find(({ question }) => question === link.question);
		if (read.ok && earlier?.id === read.request.id) return take(reply, linked, read.request, form);
		if (form.action !== EDIT && form.action === earlier?.action) return sendPage(reply, 410, closed);
		const page = notTakenPage({ link: linkTo(linked), subject, view, number: link.question, form });
		return sendPage(reply, 409, page);
	}

	async function take(
		reply: FastifyReply,
		linked: Linked,
		request: DecisionRequest,
		form: ReviewForm,
	): Promise<FastifyReply> {
		const { page, link, token: before } = linked;
		const { next } = await reviews.decide(link.taskId, request, { despiteStopped: form.despiteStopped !== '' });
		const token = next === null ? before : sealReviewToken(keyring, { ...link, question: next.number });
		return secured(reply).redirect(linkTo({ page, token }), 303);
	}

	async function find(request: FastifyRequest): Promise<Linked | null> {
		const { token } = paramsSchema.parse(request.params);
		const link = openReviewToken(keyring, token);
		return link === null ? null : follow(token, link, request.url);
	}

	async function follow(token: string, link: ReviewLink, page: string): Promise<Linked> {
		const { subject: about, view } = await reviews.read(link.taskId);
		const subject = pages.get(about.name);
		if (subject === undefined) throw new Error(`There is no page for ${about.name}.`);
		const reviewer = link.reviewer === null ? null : (view.reviewers[link.reviewer] ?? null);
		return { token, page, link, subject, view, reviewer, closed: await closedOf(subject, view, link) };
	}

	async function closedOf(
		subject: PageSubject,
		view: ReviewView,
		{ taskId, question: number, expiresAt }: ReviewLink,
	): Promise<Page | null> {
		if (view.question?.number !== number)
			return closedPage({ subject, view, number, task: await tasks.get(taskId), expiresAt });
		return Date.now() >= expiresAt ? EXPIRED : null;
	}

	/** Known by the link alone, so that a form is not lost while no task can be read. */
	function unsentFormOf({ params, body }: FastifyRequest): FastifyRequest['unsentForm'] {
		const link = openReviewToken(keyring, paramsSchema.parse(params).token);
		const type = link === null ? null : typeOfTaskId(link.taskId);
		const subject = type === null ? undefined : pages.get(reviewIn(type)?.subject.name ?? '');
		const { data: form } = subject?.form.safeParse(body) ?? {};
		const action = form?.action;
		if (subject === undefined || form === undefined || action === undefined) return null;
		return { subject, form: { ...form, action } };
	}

	async function shown({ page, token, link, subject, view, reviewer }: Linked): Promise<OpenReview> {
		const { question } = view;
		if (question === null) throw new Error('The review has no question.');
		// Whoever has the link is told neither of the flow nor of its address.
		const execution = unnamed(await reviews.execution(link.taskId));
		const context = { action: linkTo({ page, token }), hash: question.hash, reviewer, execution };
		return { subject, view, question, context, background: await subject.background(view, connections) };
	}
};

/** What a request for a review proves: its link. Null: it has no valid one. */
export function reviewLinkOf(keyring: Keyring): (request: FastifyRequest) => string | null {
	return ({ params }) => {
		const token = paramsSchema.safeParse(params).data?.token ?? '';
		return openReviewToken(keyring, token) === null ? null : token;
	};
}

/** The review, as its own pages and redirects name it. */
function linkTo({ page, token }: Pick<Linked, 'page' | 'token'>): string {
	return linkFrom(page, `/review/${token}`);
}

const STOPPED = 'Reject it, or tick the box to do it all the same.';
const EXPIRED = messagePage('The link has expired', 'The time to decide has passed. You can no longer decide here.');
const FOREIGN = messagePage(
	'The form came from another site',
	'Nothing was decided. Open the link again, and decide there.',
	'bad',
);
