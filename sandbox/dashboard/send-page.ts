import type { FastifyReply } from 'fastify';
import { layout } from './layout';
import type { Page } from './page';

export async function sendPage(reply: FastifyReply, page: Page): Promise<FastifyReply> {
	const body = String(await layout(page));
	return reply.type('text/html; charset=utf-8').send(body);
}
