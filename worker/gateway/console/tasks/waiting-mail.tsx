import { useEffect, useState } from 'preact/hooks';
import { readReview } from '../api/client';
import { may } from '../api/session';
import type { Review, TaskItem } from '../api/types';

/** The mail or the plan that a task asks about, for those who may decide. Nothing for everybody else, and for other tasks. */
export function WaitingMail({ task }: { task: TaskItem }) {
	const { status, waitsForPerson } = task;
	return status === 'running' && waitsForPerson && may('decide') ? <Mail task={task} /> : null;
}

/** The list has no addresses, so they are read once for each version. */
function Mail({ task: { id, progress } }: { task: TaskItem }) {
	const [review, setReview] = useState<Review | null>(null);
	const version = progress?.at;
	useEffect(() => {
		let isCurrent = true;
		readReview(id).then(
			(read) => {
				if (isCurrent) setReview(read);
			},
			() => {
				// The card is useful without it.
			},
		);
		return () => {
			isCurrent = false;
		};
	}, [id, version]);
	if (review?.plan) return <Plan plan={review.plan} reason={review.question?.reason} />;
	if (!review?.draft) return null;
	const { sessionId, draft, warnings } = review;
	const { subject, to, cc } = draft;
	return (
		<>
			<p class="waiting-mail">
				<strong>{subject}</strong>
				<br />
				{`To ${to.join(', ')}${cc.length === 0 ? '' : `, CC ${cc.join(', ')}`}`}
				{sessionId !== null && `, in the conversation ${sessionId}`}
			</p>
			{warnings.map((warning) => (
				<p key={warning} class="note bad">
					{warning}
				</p>
			))}
		</>
	);
}

function Plan({ plan: { set }, reason }: { plan: NonNullable<Review['plan']>; reason: string | undefined }) {
	return (
		<p class="waiting-mail">
			<strong>{set}</strong>
			<br />
			{reason}
		</p>
	);
}
