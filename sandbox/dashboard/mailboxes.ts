import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { mailboxActionBodySchema } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { type DashboardServices, selectedAgent } from './dashboard-services';
import { checkedValues } from './form';
import type { Html } from './page';
import { agentOptions, badge, moment } from './parts';
import { refusalNotice, refusedForm, type RefusedForm, textField, typedValue } from './refused-form';
import { table } from './table';

const newMailboxSchema = z.strictObject({
	agent: z.string(),
	address: z.string().trim(),
	name: z.string().trim(),
	isDefault: checkedValues,
});

/** What the page of mailboxes shows besides them. */
export interface MailboxesState {
	/** Of a form that was refused. */
	form?: RefusedForm;
}

/** @param show sends the page that has these forms */
export function mailboxForms(
	app: FastifyInstance,
	services: DashboardServices,
	show: (reply: FastifyReply, state: MailboxesState) => Promise<FastifyReply>,
): void {
	const { email, repositories } = services;

	app.post('/dashboard/mailboxes', async (request, reply) => {
		try {
			const { agent: agentId, isDefault, ...named } = parsePart(newMailboxSchema, request.body, 'form');
			const agent = selectedAgent(services, agentId);
			const { mailbox } = await email.actions.act(agent, createAction(named));
			if (isDefault.length > 0) await makeDefault(agent, mailbox.id);
			return await reply.redirect('/dashboard/mail#mailboxes-title', 303);
		} catch (error) {
			const form = refusedForm(request.body, error);
			return show(reply.code(form.problem.status), { form });
		}
	});

	// The sandbox's own mail server forwards the test mail by itself, so that the mailbox can be activated at once.
	app.post('/dashboard/mailboxes/:id/activate', async (request, reply) => {
		const { id } = parsePart(z.looseObject({ id: z.string() }), request.params, 'path');
		const mailbox = repositories.mailboxes.find(id);
		if (mailbox === undefined) throw problems.notFound('mailbox');
		const agent = selectedAgent(services, mailbox.agentId);
		try {
			await email.actions.act(agent, { action: 'test-forwarding', mailboxId: id });
			await email.actions.act(agent, { action: 'activate', mailboxId: id });
			return await reply.redirect('/dashboard/mail#mailboxes-title', 303);
		} catch (error) {
			const form = refusedForm({}, error);
			return show(reply.code(form.problem.status), { form });
		}
	});

	async function makeDefault(agent: Agent, mailboxId: string): Promise<void> {
		await email.actions.act(agent, { action: 'update', mailboxId, settings: { isDefault: true } });
	}
}

function createAction(named: { address: string; name: string }) {
	return parsePart(mailboxActionBodySchema, { action: 'create', ...named }, 'form');
}

export interface MailboxesView extends MailboxesState {
	mailboxes: StoredMailbox[];
	agents: Agent[];
}

/** The mailboxes, and the form that creates one. */
export function mailboxesPart({ mailboxes, agents, form }: MailboxesView): Html {
	return html`<h2 id="mailboxes-title">Mailboxes</h2>
		${refusalNotice(form)}
		${table({
			id: 'mailboxes',
			label: 'Mailboxes',
			columns: ['Address', 'Agent', 'Status', 'Default sender', 'AI replies', 'Receiving verified', 'Activate'],
			rows: mailboxes.map(mailboxCells),
		})}
		${mailboxes.length === 0 ? html`<p class="faint">No mailbox yet. Create one below.</p>` : ''}
		<h2>New mailbox</h2>
		<form method="post" action="/dashboard/mailboxes" class="fields">
			<label
				>Agent
				<select name="agent">
					${agentOptions(agents, typedValue(form, 'agent'))}
				</select></label
			>
			${textField(form, { name: 'address', label: 'Address', type: 'email', placeholder: 'help@shop.example' })}
			${textField(form, { name: 'name', label: 'Name of the sender', placeholder: 'Help desk' })}
			<label class="check">
				<input type="checkbox" name="isDefault" value="yes" ${typedValue(form, 'isDefault') === '' ? '' : 'checked'} />
				Default sender of the agent
			</label>
			<p class="faint">
				The first mailbox of an agent is its default sender. A new mailbox sends once it is activated.
			</p>
			<button>Create mailbox</button>
		</form>`;
}

function mailboxCells(mailbox: StoredMailbox) {
	const { id, address, name, agentId, status, isDefault, aiEnabled, receivingVerifiedAt } = mailbox;
	return [
		html`${name} &lt;${address}&gt;<br /><code>${id}</code>`,
		agentId,
		badge(status),
		isDefault ? 'yes' : 'no',
		aiEnabled ? 'yes' : 'no',
		moment(receivingVerifiedAt),
		status === 'pending'
			? html`<form method="post" action="/dashboard/mailboxes/${id}/activate">
					<button aria-label="Activate ${address}">Activate</button>
				</form>`
			: '',
	];
}
