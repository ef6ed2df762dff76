import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CommandError, EXIT } from '../terminal';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The folder in an archive with the files of `connectionsFolder`. */
export const CONNECTIONS_FOLDER = 'connections';

/** A file of the configuration. */
const keptFileSchema = z.strictObject({
	/** Its place in the restored folder. */
	name: z.string().regex(/^(?:connections\/)?[\w-][\w.-]*$/),
	/** Where it stood. */
	path: z.string(),
	/** In base64. */
	content: z.base64(),
});

const configurationSchema = z.strictObject({
	files: z.array(keptFileSchema),
	/** Whether it has a `connectionsFolder`, which may be empty. */
	hasConnectionsFolder: z.boolean().default(false),
	/** Variables that the configuration needs, with their values. */
	environment: z.record(z.string(), z.string()),
});

export type KeptFile = z.infer<typeof keptFileSchema>;
export type KeptConfiguration = z.infer<typeof configurationSchema>;

const MAGIC = Buffer.from('AKCONF1\n');
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + NONCE_BYTES + TAG_BYTES;
/** 128 MiB and about a third of a second for each attempt to guess the passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const KEY_BYTES = 32;

/**
 * Encrypts the configuration by AES-256-GCM with a key of the passphrase. The manifest is bound to it, so a changed
 * archive cannot be restored.
 */
export async function sealConfiguration(
	configuration: KeptConfiguration,
	passphrase: string,
	manifest: Buffer,
): Promise<Buffer> {
	const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
	const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, KEY_BYTES, SCRYPT), nonce);
	cipher.setAAD(digestOf(manifest));
	const content = Buffer.concat([cipher.update(JSON.stringify(configuration)), cipher.final()]);
	return Buffer.concat([MAGIC, salt, nonce, cipher.getAuthTag(), content]);
}

/** @throws CommandError if the passphrase is wrong, or the archive was changed */
export async function unsealConfiguration(
	sealed: Buffer,
	passphrase: string,
	manifest: Buffer,
): Promise<KeptConfiguration> {
	const part = (from: number, bytes: number) => sealed.subarray(from, from + bytes);
	const salt = part(MAGIC.length, SALT_BYTES);
	const nonce = part(MAGIC.length + SALT_BYTES, NONCE_BYTES);
	const tag = part(MAGIC.length + SALT_BYTES + NONCE_BYTES, TAG_BYTES);
	const isOurs = sealed.length > HEAD_BYTES && part(0, MAGIC.length).equals(MAGIC);
	try {
		if (!isOurs) throw new Error('not of this format');
		const key = await derive(passphrase, salt, KEY_BYTES, SCRYPT);
		const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
		decipher.setAAD(digestOf(manifest)).setAuthTag(tag);
		const content = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
		return configurationSchema.parse(JSON.parse(content.toString()));
	} catch {
		throw new CommandError(
			'The configuration in this backup cannot be decrypted. The passphrase is wrong, or the archive was changed. Nothing was restored.',
			EXIT.badUsage,
		);
	}
}

function digestOf(manifest: Buffer): Buffer {
	return createHash('sha256').update(manifest).digest();
}
