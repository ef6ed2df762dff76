import { z } from 'zod';

/** The name of the manifest in an archive. It is the first entry. */
export const MANIFEST = 'manifest.json';
/** The encrypted configuration. It is the second entry, unless the backup was made without it. */
export const CONFIGURATION = 'configuration.sealed';
/** Folders of an archive, and of the folder that a restore fills. */
export const BLOBS_FOLDER = 'blobs';
export const DATABASE_FOLDER = 'temporal';
export const SQLITE_FILE = 'temporal.db';

/** A path of an archive leads nowhere else: no step upwards, no hidden file. */
const PATH = new RegExp(String.raw`^(${BLOBS_FOLDER}|${DATABASE_FOLDER})(/[\w-][\w.-]*)+$`);

export const savedFileSchema = z.strictObject({
	path: z.string().regex(PATH),
	bytes: z.int().nonnegative(),
	/** In hexadecimal. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What an archive contains. It holds no secret and no personal data. */
export const manifestSchema = z.strictObject({
	format: z.literal(1),
	/** The version of `agent-knowledge` that made the archive. */
	version: z.string(),
	/** When Temporal's database was read, ISO 8601 UTC. Tasks continue from this time. */
	savedAt: z.iso.datetime(),
	namespace: z.string(),
	database: z.enum(['sqlite', 'postgresql']),
	/** Whether the archive contains the configuration. */
	configuration: z.boolean(),
	/** Ids of the encryption keys that the configuration had, the current one first. Without them nothing can be read. */
	encryptionKeys: z.array(z.string()).min(1),
	/** All entries but the manifest and the configuration. */
	files: z.array(savedFileSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type SavedFile = z.infer<typeof savedFileSchema>;
