% Numbered images are read as a video.
folder = tempname()
mkdir(folder)
for k=0..2
    imwrite(fullfile(folder, sprintf("clip_%04d.png", k)), ones(4,6,3)*10*k)
end
stream = vidopen(fullfile(folder, "clip.avi"))
print stream.frame_width, " ", stream.frame_height, " ", stream.frame_count
% expect: 6 4 3
print size(stream.rgb_data), " ", max(stream.rgb_data), " ", stream.pts
% expect: [4,6,3] 0 0
total = 0.0
frames = 0
while vidreadframe(stream)
    sync_framerate(stream.avg_frame_rate)
    total += mean(float(stream.rgb_data))
    frames += 1
end
print frames, " ", total, " ", stream.pts
% expect: 3 30 0.08
vidseek(stream, 0.04)
print vidreadframe(stream), " ", stream.rgb_data[0,0,0]
% expect: 1 10
vidclose(stream)
numbered = vidopen(fullfile(folder, "clip_%04d.png"))
print numbered.frame_count, " ", vidreadframe(stream)
% expect: 3 0
for k=0..2
    delete(fullfile(folder, sprintf("clip_%04d.png", k)))
end
try
    vidopen(fullfile(folder, "clip.avi"))
catch e
    print startswith(e, "vidopen: video files are not decoded")
end
% expect: 1
