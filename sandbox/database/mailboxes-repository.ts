import { z } from 'zod';
import { flagColumn, jsonColumn, type SqlDatabase } from './sql-database';

const MAILBOX_STATUSES = ['pending', 'active', 'disconnected'] as const;

const mailboxRow = z.object({
	id: z.string(),
	agentId: z.string(),
	address: z.string(),
	name: z.string(),
	status: z.enum(MAILBOX_STATUSES),
	isDefault: flagColumn,
	aiEnabled: flagColumn,
	instructions: z.string(),
	signature: z.string(),
	toolAllowlist: jsonColumn(z.array(z.string())),
	mailFrom: flagColumn,
	forwardingToken: z.string(),
	activatedAt: z.string().nullable(),
	receivingVerifiedAt: z.string().nullable(),
	lastReceivedAt: z.string().nullable(),
	testSentAt: z.string().nullable(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export type StoredMailbox = z.output<typeof mailboxRow>;

const COLUMNS =
	'id, agent_id AS agentId, address, name, status, is_default AS isDefault, ai_enabled AS aiEnabled, instructions, ' +
	'signature, tool_allowlist AS toolAllowlist, mail_from AS mailFrom, forwarding_token AS forwardingToken, ' +
	'activated_at AS activatedAt, receiving_verified_at AS receivingVerifiedAt, last_received_at AS lastReceivedAt, ' +
	'test_sent_at AS testSentAt, created_at AS createdAt, updated_at AS updatedAt';

export class MailboxesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredMailbox | undefined {
		return this.database.get(mailboxRow, `SELECT ${COLUMNS} FROM mailboxes WHERE id = ?`, id);
	}

	/** Upper and lower case are the same in an address. */
	findByAddress(address: string): StoredMailbox | undefined {
		return this.database.get(mailboxRow, `SELECT ${COLUMNS} FROM mailboxes WHERE address = ?`, address);
	}

	/** Oldest first. */
	ofAgent(agentId: string): StoredMailbox[] {
		const sql = `SELECT ${COLUMNS} FROM mailboxes WHERE agent_id = ? ORDER BY created_at, id`;
		return this.database.all(mailboxRow, sql, agentId);
	}

	/** Mailboxes of the account. */
	count(): number {
		return this.database.get(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM mailboxes')?.count ?? 0;
	}

	insert(mailbox: StoredMailbox): void {
		this.database.run(
			`INSERT INTO mailboxes (id, agent_id, address, name, status, is_default, ai_enabled, instructions, signature,
				tool_allowlist, mail_from, forwarding_token, activated_at, receiving_verified_at, last_received_at, test_sent_at,
				created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			mailbox.id,
			mailbox.agentId,
			mailbox.address,
			...changeable(mailbox),
		);
	}

	/** Writes all changeable fields. */
	update(mailbox: StoredMailbox): void {
		this.database.run(
			`UPDATE mailboxes SET name = ?, status = ?, is_default = ?, ai_enabled = ?, instructions = ?, signature = ?,
				tool_allowlist = ?, mail_from = ?, forwarding_token = ?, activated_at = ?, receiving_verified_at = ?,
				last_received_at = ?, test_sent_at = ?, created_at = ?, updated_at = ?
			WHERE id = ?`,
			...changeable(mailbox),
			mailbox.id,
		);
	}

	/** Leaves the agent without a default sender. */
	clearDefault(agentId: string): void {
		this.database.run('UPDATE mailboxes SET is_default = 0 WHERE agent_id = ?', agentId);
	}

	delete(id: string): void {
		this.database.run('DELETE FROM mailboxes WHERE id = ?', id);
	}
}

function changeable(mailbox: StoredMailbox) {
	return [
		mailbox.name,
		mailbox.status,
		Number(mailbox.isDefault),
		Number(mailbox.aiEnabled),
		mailbox.instructions,
		mailbox.signature,
		JSON.stringify(mailbox.toolAllowlist),
		Number(mailbox.mailFrom),
		mailbox.forwardingToken,
		mailbox.activatedAt,
		mailbox.receivingVerifiedAt,
		mailbox.lastReceivedAt,
		mailbox.testSentAt,
		mailbox.createdAt,
		mailbox.updatedAt,
	];
}
