import { RocketIcon } from '@sanity/icons/Rocket';
import { definePlugin } from 'sanity';
import { LaunchChecklist } from './launch-checklist.tsx';

/** Adds the launch checklist to the Studio's tools. */
export const launchChecklist = definePlugin({
  name: 'launch-checklist',
  tools: [{ name: 'launch', title: 'Launch checklist', icon: RocketIcon, component: LaunchChecklist }],
});
