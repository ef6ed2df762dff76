import { z } from 'zod';
import type { ReviewActivities } from '../../../workflows/review/activities';
import { QUESTION_KINDS } from '../../../workflows/review/contract';
import { ReviewLinks } from '../../tasks/reviews/review-links';
import { SUBJECTS, type SubjectName } from '../../tasks/subjects';
import type { Keyring } from '../../temporal/keyring';
import type { Receivers } from '../events/receivers';
import type { MailSettings } from '../mail/send-mail';
import { checked } from '../task/arguments';
import { type KnownNotice, mailReviewer } from './mail-reviewer';

const subjectNameSchema = z.literal(Object.keys(SUBJECTS) as SubjectName[]);

/** With the fields of its subject. */
const reviewNoticeSchema: z.ZodType<KnownNotice> = z.looseObject({
	about: subjectNameSchema.default('mail'),
	taskId: z.string().min(1),
	run: z.string().optional(),
	keyVersion: z.string().min(1),
	question: z.int(),
	kind: z.enum(QUESTION_KINDS),
	subject: z.string(),
	expiresAt: z.number(),
	reminder: z.int(),
	reviewer: z.int(),
	address: z.string(),
});

export interface ReviewSettings {
	/** The gateway's public address, without a trailing slash. */
	publicUrl: string;
	/** Default: no notifications by mail. */
	mail?: MailSettings | undefined;
}

/** The activities of every review. They call no API. */
export function reviewActivities(
	keyring: Keyring,
	{ publicUrl, mail: settings }: ReviewSettings,
	receivers: Receivers,
): ReviewActivities {
	const links = new ReviewLinks(keyring, publicUrl);
	return {
		mailReviewer: (mail) => mailReviewer(checked(reviewNoticeSchema, mail), links, settings, receivers),
	};
}
