import { disputesDashboard } from '#web/contracts/states.ts';

export const DashboardLink = () => (
  <a href={disputesDashboard} target="_blank" rel="noreferrer">
    Answer it in Razorpay’s dashboard
  </a>
);
