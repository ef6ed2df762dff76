import { useEffect, useState } from 'preact/hooks';
import { readReview } from '../api/client';
import type { Review, TaskItem } from '../api/types';

/**
 * Subject and recipients of the mail that a task asks about, for those who may decide. The list has no addresses, so they
 * are read once for each version.
 */
export function WaitingMail({ task: { id, progress } }: { task: TaskItem }) {
	const [draft, setDraft] = useState<Review['draft']>(null);
	const version = progress?.at;
	useEffect(() => {
		let isCurrent = true;
		readReview(id).then(
			(review) => {
				if (isCurrent) setDraft(review.draft);
			},
			() => {
				// The card is useful without it.
			},
		);
		return () => {
			isCurrent = false;
		};
	}, [id, version]);
	if (draft === null) return null;
	const { subject, to, cc } = draft;
	return (
		<p class="waiting-mail">
			<strong>{subject}</strong>
			<br />
			{`To ${to.join(', ')}${cc.length === 0 ? '' : `, CC ${cc.join(', ')}`}`}
		</p>
	);
}
