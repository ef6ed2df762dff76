import { type ApiClient, runOf } from '../../../api';
import type { TrainingSnapshot } from '../../../workflows/retrain/activities';
import { apiFailure } from '../task/failure';

/** One look at the training status. @throws a typed failure, see `apiFailure` */
export async function readTraining(api: ApiClient, agentId: string, signal: AbortSignal): Promise<TrainingSnapshot> {
	try {
		const status = await api.call('getTrainingStatus', { params: { id: agentId }, signal });
		return {
			training: status.training,
			canChat: status.canChat,
			run: runOf(status),
			at: new Date().toISOString(),
		};
	} catch (error) {
		throw apiFailure(error);
	}
}
